namespace UnityEngine.Standin
{
    /// <summary>Object that moves in a physics step.</summary>
    internal interface IStepped
    {
        void Step();
    }
}
