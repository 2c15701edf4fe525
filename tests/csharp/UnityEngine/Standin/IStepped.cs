namespace UnityEngine.Standin
{
    /// <summary>What moves in a physics step.</summary>
    internal interface IStepped
    {
        void Step();
    }
}
