using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Names for cell types. Unity serializes it: a field of this type shows in the inspector as a list of types and
    /// names. One thread at a time.
    /// </summary>
    [Serializable]
    public sealed class CellTypeNames
    {
        /// <summary>The named types. If a type or a name is listed twice, the first entry counts.</summary>
        public List<Entry> Entries = new List<Entry>();

        /// <summary>
        /// The name of a type. A type without an entry is called Walkable, Obstacle, or by its number. Setting null or
        /// an empty name removes the entry.
        /// </summary>
        /// <exception cref="ArgumentException">The name already belongs to another type.</exception>
        public string this[CellType type]
        {
            get
            {
                int index = Entries.FindIndex(entry => entry.Type == (byte)type && !string.IsNullOrEmpty(entry.Name));
                return index < 0 ? type.ToString() : Entries[index].Name;
            }

            set
            {
                if (!string.IsNullOrEmpty(value) && TryGetType(value, out CellType named) && named != type)
                {
                    string message = "\"" + value + "\" already is the name of type " + (byte)named + ".";
                    throw new ArgumentException(message, nameof(value));
                }
                Entries.RemoveAll(entry => entry.Type == (byte)type);
                if (!string.IsNullOrEmpty(value))
                {
                    Entries.Add(new Entry { Type = (byte)type, Name = value });
                }
            }
        }

        /// <summary>Names a type and returns this object, so that calls can be chained.</summary>
        /// <exception cref="ArgumentException">The name already belongs to another type.</exception>
        public CellTypeNames Add(CellType type, string name)
        {
            this[type] = name;
            return this;
        }

        /// <summary>
        /// Finds the type with a name: a listed one, or Walkable or Obstacle. Upper and lower case differ.
        /// </summary>
        /// <returns>False if no type has the name.</returns>
        public bool TryGetType(string name, out CellType type)
        {
            type = CellType.Walkable;
            if (string.IsNullOrEmpty(name))
            {
                return false;
            }
            int index = Entries.FindIndex(entry => entry.Name == name);
            bool isDefault = this[CellType.Walkable] == name || this[CellType.Obstacle] == name;
            if (index >= 0)
            {
                type = (CellType)Entries[index].Type;
            }
            else if (this[CellType.Obstacle] == name)
            {
                type = CellType.Obstacle;
            }
            return index >= 0 || isDefault;
        }

        /// <summary>The type with a name: a listed one, or Walkable or Obstacle. Upper and lower case differ.</summary>
        /// <exception cref="ArgumentException">No type has the name. The message lists the names.</exception>
        public CellType TypeOf(string name)
        {
            if (!TryGetType(name, out CellType type))
            {
                string known = string.Join(", ", Entries.ConvertAll(entry => entry.Name).ToArray());
                string message = "No cell type is called \"" + name + "\". Names: " + known + ".";
                throw new ArgumentException(message, nameof(name));
            }
            return type;
        }

        /// <summary>A type and its name.</summary>
        [Serializable]
        public struct Entry
        {
            /// <summary>The number of the <see cref="CellType"/>.</summary>
            public byte Type;

            /// <summary>The name. An entry without a name counts for nothing.</summary>
            public string Name;
        }
    }
}
