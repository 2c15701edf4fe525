using System;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using NUnit.Framework;
using Unity.Collections;

namespace GridStar.Tests
{
    public sealed class BurstRulesTests
    {
        private const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        [TestCase(typeof(PathGridHandle), 8)]
        [TestCase(typeof(NativePathQuery), 88)]
        [TestCase(typeof(GridCell), 8)]
        [TestCase(typeof(PathRequest), 24)]
        [TestCase(typeof(PathReply), 32)]
        [TestCase(typeof(PathResult), 0)]
        [TestCase(typeof(PathBatchResult), 0)]
        public void A_struct_of_jobs_has_no_reference_and_no_bool(Type type, int size)
        {
            Assert.True(BurstRules.IsBlittable(type));
            // Elements of native arrays have the size that the native side expects.
            if (size != 0)
            {
                Assert.AreEqual(size, Marshal.SizeOf(type));
            }
        }

        [Test]
        public void A_struct_with_a_reference_or_a_bool_is_noticed()
        {
            Assert.False(BurstRules.IsBlittable(typeof(PathQuery)));
            Assert.False(BurstRules.IsBlittable(typeof(PathTicket)));
            Assert.False(BurstRules.IsPassable(typeof(GridCell)));
            Assert.False(BurstRules.IsPassable(typeof(bool)));
            Assert.False(BurstRules.IsPassable(typeof(byte[])));
            Assert.False(BurstRules.IsPassable(typeof(string)));
        }

        [Test]
        public void Every_extern_has_blittable_parameters()
        {
            MethodInfo[] externs = typeof(NativeMethods).GetMethods(Statics)
                .Where(method => method.IsDefined(typeof(DllImportAttribute), false)).ToArray();
            Assert.That(externs.Length, Is.GreaterThan(50));
            foreach (MethodInfo method in externs)
            {
                foreach (ParameterInfo parameter in method.GetParameters())
                {
                    Assert.True(BurstRules.IsPassable(parameter.ParameterType), method.Name + ": " + parameter);
                }
                Assert.True(BurstRules.IsPassable(method.ReturnType), method.Name);
            }
        }

        [Test]
        public void Methods_of_a_handle_keep_the_rules_of_Burst()
        {
            BurstRules rules = new BurstRules();
            MethodInfo[] methods = typeof(PathGridJobs).GetMethods(BindingFlags.Static | BindingFlags.Public)
                .Concat(typeof(PathFieldJobs).GetMethods(BindingFlags.Static | BindingFlags.Public)).ToArray();
            Assert.That(methods.Length, Is.GreaterThanOrEqualTo(9));
            foreach (MethodInfo method in methods)
            {
                if (!rules.Check(method))
                {
                    Assert.Ignore("Methods have no IL here.");
                }
            }
            rules.Check(typeof(PathGridHandle).GetProperty("IsValid").GetGetMethod());
            rules.Check(typeof(PathFieldHandle).GetProperty("IsValid").GetGetMethod());
            rules.Check(typeof(PathBatchResult).GetMethod("Forget"));
            foreach (PropertyInfo property in typeof(PathReply).GetProperties()
                .Concat(typeof(PathResult).GetProperties()).Concat(typeof(PathBatchResult).GetProperties()))
            {
                rules.Check(property.GetGetMethod(true));
            }
            Assert.AreEqual(string.Empty, string.Join("\n", rules.Mistakes.ToArray()));
            CollectionAssert.AreEquivalent(
                new[]
                {
                    "gridstar_grid_find_path",
                    "gridstar_ticket_submit",
                    "gridstar_ticket_wait",
                    "gridstar_field_get_steps",
                    "gridstar_field_get_velocities",
                    "gridstar_is_valid",
                    "gridstar_destroy",
                    "gridstar_ticket_take",
                },
                rules.Externs);
        }

        [Test]
        public void A_method_that_breaks_the_rules_of_Burst_is_noticed()
        {
            BurstRules rules = new BurstRules();
            Type[] parameters = { typeof(PathGrid), typeof(NativeArray<byte>) };
            if (!rules.Check(typeof(PathGridNativeArrays).GetMethod("SetCells", parameters)))
            {
                Assert.Ignore("Methods have no IL here.");
            }
            string found = string.Join("\n", rules.Mistakes.ToArray());
            StringAssert.Contains("throw", found);
            StringAssert.Contains("ldstr", found);
            StringAssert.Contains("calls GridStar.PathGrid.SetCells", found);
        }
    }
}
