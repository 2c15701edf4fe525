using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;

namespace GridStar.Tests
{
    /// <summary>
    /// Code that Burst refuses, found in the instructions of a method and of all methods of this package that it calls:
    /// managed objects, statics, exceptions, virtual calls, and externs with other parameters than numbers and pointers
    /// or references to structs of numbers. Unity's own methods count as fit.
    /// </summary>
    internal sealed class BurstRules
    {
        private const BindingFlags Instance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        private static readonly Dictionary<short, OpCode> OpCodesByValue = typeof(OpCodes)
            .GetFields(BindingFlags.Static | BindingFlags.Public)
            .Select(field => (OpCode)field.GetValue(null))
            .ToDictionary(code => code.Value);

        private static readonly OpCode[] Refused =
        {
            OpCodes.Box, OpCodes.Unbox, OpCodes.Unbox_Any, OpCodes.Castclass, OpCodes.Isinst, OpCodes.Newarr,
            OpCodes.Ldstr, OpCodes.Ldnull, OpCodes.Throw, OpCodes.Rethrow, OpCodes.Ldsfld, OpCodes.Ldsflda,
            OpCodes.Stsfld, OpCodes.Ldftn, OpCodes.Ldvirtftn, OpCodes.Ldelem_Ref, OpCodes.Calli,
        };

        private readonly HashSet<MethodBase> _seen = new HashSet<MethodBase>();

        /// <summary>Every rule that was broken, as a sentence.</summary>
        internal List<string> Mistakes { get; } = new List<string>();

        /// <summary>The externs that were reached.</summary>
        internal HashSet<string> Externs { get; } = new HashSet<string>();

        /// <summary>Whether a type is made of numbers alone.</summary>
        internal static bool IsBlittable(Type type)
        {
            if (type.IsPointer || type.IsEnum)
            {
                return true;
            }
            if (type.IsPrimitive)
            {
                return type != typeof(bool) && type != typeof(char);
            }
            return type.IsValueType && type.GetFields(Instance).All(field => IsBlittable(field.FieldType));
        }

        /// <summary>Whether Burst can pass a parameter to an extern: structs only by reference.</summary>
        internal static bool IsPassable(Type type)
            => type.IsByRef ? IsBlittable(type.GetElementType()) : type.IsPrimitive && IsBlittable(type);

        /// <summary>Checks a method and what it calls. Returns false where methods have no IL.</summary>
        internal bool Check(MethodBase method)
        {
            if (!_seen.Add(method))
            {
                return true;
            }
            if (method.IsDefined(typeof(DllImportAttribute), false))
            {
                Externs.Add(method.Name);
                foreach (ParameterInfo parameter in method.GetParameters())
                {
                    Require(IsPassable(parameter.ParameterType), method, "has the parameter " + parameter);
                }
                return true;
            }
            MethodBody body = method.GetMethodBody();
            if (body == null)
            {
                return false;
            }
            Require(body.ExceptionHandlingClauses.Count == 0, method, "catches exceptions");
            foreach (LocalVariableInfo local in body.LocalVariables)
            {
                bool isValue = local.LocalType.IsValueType || local.LocalType.IsPointer || local.LocalType.IsByRef;
                Require(isValue, method, "has a local " + local.LocalType);
            }
            byte[] code = body.GetILAsByteArray();
            for (int i = 0; i < code.Length;)
            {
                OpCode opCode = Read(code, ref i);
                Check(method, opCode, code, i);
                i += OperandSize(opCode, code, i);
            }
            return true;
        }

        private void Check(MethodBase method, OpCode opCode, byte[] code, int operand)
        {
            Require(!Refused.Contains(opCode), method, "uses " + opCode);
            if (opCode.OperandType != OperandType.InlineMethod)
            {
                return;
            }
            Type[] ofType = method.DeclaringType.IsGenericType ? method.DeclaringType.GetGenericArguments() : null;
            Type[] ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : null;
            MethodBase called = method.Module.ResolveMethod(BitConverter.ToInt32(code, operand), ofType, ofMethod);
            Type owner = called.DeclaringType;
            bool isStruct = owner.IsValueType;
            Require(called.IsStatic || isStruct, method, "calls " + owner + "." + called.Name);
            if (owner.Assembly.GetName().Name.StartsWith("GridStar"))
            {
                Require(owner.TypeInitializer == null, method, "initializes the statics of " + owner);
                Check(called);
            }
            else
            {
                bool isUnitys = owner.Namespace.StartsWith("Unity");
                Require(isUnitys, method, "calls " + owner + "." + called.Name);
            }
        }

        private void Require(bool holds, MethodBase method, string mistake)
        {
            if (!holds)
            {
                Mistakes.Add(method.DeclaringType + "." + method.Name + " " + mistake);
            }
        }

        private static OpCode Read(byte[] code, ref int i)
        {
            byte first = code[i++];
            // Instructions of two bytes begin with FE.
            return first == 0xFE
                ? OpCodesByValue[unchecked((short)(0xFE00 | code[i++]))]
                : OpCodesByValue[first];
        }

        private static int OperandSize(OpCode opCode, byte[] code, int operand)
        {
            switch (opCode.OperandType)
            {
                case OperandType.InlineNone:
                    return 0;
                case OperandType.ShortInlineBrTarget:
                case OperandType.ShortInlineI:
                case OperandType.ShortInlineVar:
                    return 1;
                case OperandType.InlineVar:
                    return 2;
                case OperandType.InlineI8:
                case OperandType.InlineR:
                    return 8;
                case OperandType.InlineSwitch:
                    return 4 + 4 * BitConverter.ToInt32(code, operand);
                default:
                    return 4;
            }
        }
    }
}
