using UnityEngine;

namespace GridStar
{
    /// <summary>Lets a coroutine wait for a request: <c>yield return new WaitForPath(ticket);</c></summary>
    public sealed class WaitForPath : CustomYieldInstruction
    {
        private readonly PathTicket _ticket;

        /// <summary>Waits until a request has completed, or its ticket is forgotten.</summary>
        public WaitForPath(PathTicket ticket)
        {
            _ticket = ticket;
        }

        /// <summary>Whether the answer is not there yet.</summary>
        public override bool keepWaiting => _ticket.IsValid && !_ticket.IsCompleted;
    }
}
