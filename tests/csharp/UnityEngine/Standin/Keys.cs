using System.Collections.Generic;

namespace UnityEngine.Standin
{
    /// <summary>The keyboard. A key that a test presses goes down in the next frame, for both input systems.</summary>
    public static class Keys
    {
        private static readonly List<KeyCode> Pressed = new List<KeyCode>();
        private static readonly List<KeyCode> Down = new List<KeyCode>();

        static Keys()
        {
            HasKeyboard = true;
        }

        public static bool HasKeyboard { get; set; }

        public static void Press(KeyCode key) => Pressed.Add(key);

        internal static void BeginFrame()
        {
            Down.Clear();
            Down.AddRange(Pressed);
            Pressed.Clear();
        }

        internal static bool WentDown(KeyCode key) => Down.Contains(key);

        internal static bool WentDown(InputSystem.Key key)
        {
            bool isDown = false;
            for (int i = 0; i < Down.Count && !isDown; i++)
            {
                isDown = NameOf(Down[i]) == key.ToString();
            }
            return isDown;
        }

        private static string NameOf(KeyCode code)
        {
            switch (code)
            {
                case KeyCode.Return:
                    return "Enter";
                case KeyCode.Alpha1:
                    return "Digit1";
                case KeyCode.LeftControl:
                    return "LeftCtrl";
                default:
                    return code.ToString();
            }
        }
    }
}
