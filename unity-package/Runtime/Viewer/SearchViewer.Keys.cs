using UnityEngine;

namespace GridStar
{
    // What keys do.
    public sealed partial class SearchViewer
    {
        private void HandleKeys()
        {
            if (WentDown(RestartKey))
            {
                BeginOrSwitchOff();
            }
            if (WentDown(StepKey))
            {
                Step();
            }
            if (WentDown(RunKey))
            {
                Toggle();
            }
            if (WentDown(FinishKey))
            {
                Finish();
            }
        }

        private bool WentDown(KeyCode key) => KeySource == null ? SearchViewerKeys.WentDown(key) : KeySource(key);

        private void Toggle()
        {
            if (IsRunning)
            {
                Pause();
            }
            else
            {
                Run();
            }
        }
    }
}
