using System;

namespace UnityEngine.Events
{
    public delegate void UnityAction();

    /// <summary>The stand-in has no calls from an inspector.</summary>
    [Serializable]
    public class UnityEvent
    {
        private UnityAction _calls;

        public void AddListener(UnityAction call) => _calls += call;

        public void RemoveListener(UnityAction call) => _calls -= call;

        public void Invoke()
        {
            if (_calls != null)
            {
                _calls();
            }
        }
    }
}
