using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Framework;

/// <summary>
/// Runs the tests of an assembly on a runtime for which NUnit 2.6 has no runner: it knows the attributes that these
/// tests use, and fails at any other. Takes the arguments of NUnit's console, and prints what that prints at the end.
/// </summary>
internal static class Runner
{
    private static readonly HashSet<Type> Known = new HashSet<Type>
    {
        typeof(TestAttribute), typeof(TestCaseAttribute), typeof(SetUpAttribute), typeof(TearDownAttribute),
        typeof(ValuesAttribute), typeof(TestFixtureAttribute),
    };

    private static int s_passed;
    private static int s_failed;

    private static int Main(string[] args)
    {
        Assembly tests = Assembly.LoadFrom(args[args.Length - 1]);
        foreach (Type type in tests.GetTypes().OrderBy(one => one.FullName, StringComparer.Ordinal))
        {
            foreach (MethodInfo method in type.GetMethods().OrderBy(one => one.Name, StringComparer.Ordinal))
            {
                RefuseUnknown(method, method.GetCustomAttributes(false));
                foreach (ParameterInfo parameter in method.GetParameters())
                {
                    RefuseUnknown(method, parameter.GetCustomAttributes(false));
                }
                foreach (object[] values in Cases(method))
                {
                    Run(type, method, values);
                }
            }
        }
        int run = s_passed + s_failed;
        Console.WriteLine("Tests run: " + run + ", Errors: 0, Failures: " + s_failed + ", Inconclusive: 0");
        Console.WriteLine("  Not run: 0");
        return s_failed == 0 && s_passed > 0 ? 0 : 1;
    }

    private static void RefuseUnknown(MethodInfo method, object[] attributes)
    {
        foreach (Type type in attributes.Select(one => one.GetType()))
        {
            if (type.Namespace == typeof(TestAttribute).Namespace && !Known.Contains(type))
            {
                throw new NotSupportedException(method + " has " + type.Name + ", which this runner does not know");
            }
        }
    }

    /// <summary>The arguments of each run of a method; none for what is no test.</summary>
    private static IEnumerable<object[]> Cases(MethodInfo method)
    {
        foreach (TestCaseAttribute one in method.GetCustomAttributes(typeof(TestCaseAttribute), false))
        {
            yield return Converted(method, one.Arguments);
        }
        if (method.IsDefined(typeof(TestAttribute), false) && !method.IsDefined(typeof(TestCaseAttribute), false))
        {
            IEnumerable<object[]> cases = new[] { new object[0] };
            foreach (ParameterInfo parameter in method.GetParameters())
            {
                ValuesAttribute values = parameter.GetCustomAttribute<ValuesAttribute>();
                object[] choices = values.GetData(parameter).Cast<object>().ToArray();
                cases = cases.SelectMany(before => choices.Select(one => before.Concat(new[] { one }).ToArray()));
            }
            foreach (object[] one in cases)
            {
                yield return Converted(method, one);
            }
        }
    }

    /// <summary>Takes an integer where a method asks for another number, as NUnit does.</summary>
    private static object[] Converted(MethodInfo method, object[] values)
    {
        ParameterInfo[] parameters = method.GetParameters();
        return values.Select((value, i) => Convert(value, parameters[i].ParameterType)).ToArray();
    }

    private static object Convert(object value, Type type)
    {
        bool fits = value == null || type.IsInstanceOfType(value) || type.IsEnum;
        return fits ? value : System.Convert.ChangeType(value, type);
    }

    private static void Run(Type type, MethodInfo method, object[] values)
    {
        string name = type.FullName + "." + method.Name + "(" + string.Join(", ", values) + ")";
        object fixture = Activator.CreateInstance(type);
        try
        {
            CallAll<SetUpAttribute>(type, fixture);
            try
            {
                method.Invoke(fixture, values);
            }
            finally
            {
                CallAll<TearDownAttribute>(type, fixture);
            }
            s_passed++;
        }
        catch (TargetInvocationException exception)
        {
            s_failed++;
            Console.WriteLine(s_failed + ") Test Failure : " + name + "\n" + exception.InnerException);
        }
    }

    private static void CallAll<T>(Type type, object fixture) where T : Attribute
    {
        foreach (MethodInfo method in type.GetMethods().Where(one => one.IsDefined(typeof(T), false)))
        {
            method.Invoke(fixture, null);
        }
    }
}
