#if UNITY_EDITOR
using System.Linq;
using System.Reflection;
using GridStarSamples;
using NUnit.Framework;
using UnityEditor;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Menu items that put a sample into the scene. Players compile them away.</summary>
public class SampleMenuTests
{
    [Test]
    public void Each_menu_item_adds_its_sample()
    {
        SampleScene.Begin();
        Assert.AreEqual("GameObject/GridStar/Sample: click to move", Choose<ClickToMoveSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: turn-based range", Choose<TurnBasedRangeSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: crowd", Choose<CrowdSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: market", Choose<MarketSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: house", Choose<HouseSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: colony", Choose<ColonySample>());
        Assert.AreEqual("GameObject/GridStar/Sample: rollback", Choose<RollbackSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: tower defence", Choose<TowerDefenceSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: isometric tilemap", Choose<IsometricSample>());
        Assert.AreEqual("GameObject/GridStar/Sample: hexagonal tilemap", Choose<HexagonsSample>());
        SampleScene.Begin();
    }

    /// <summary>Calls the menu item and returns its path.</summary>
    private static string Choose<T>() where T : MonoBehaviour
    {
        MethodInfo item = typeof(T).GetMethod("Create", BindingFlags.Static | BindingFlags.NonPublic);
        item.Invoke(null, null);
        GameObject added = Scene.Named(item.DeclaringType == typeof(CrowdSample) ? "Crowd"
            : item.DeclaringType == typeof(MarketSample) ? "Market"
            : item.DeclaringType == typeof(HouseSample) ? "House"
            : item.DeclaringType == typeof(ColonySample) ? "Colony"
            : item.DeclaringType == typeof(RollbackSample) ? "Rollback"
            : item.DeclaringType == typeof(IsometricSample) ? "Isometric tilemap"
            : item.DeclaringType == typeof(HexagonsSample) ? "Hexagonal tilemap"
            : item.DeclaringType == typeof(TowerDefenceSample) ? "Tower defence"
            : item.DeclaringType == typeof(ClickToMoveSample) ? "Click to move" : "Turn-based range").Single();
        Assert.IsNotNull(added.GetComponent<T>());
        return ((MenuItem)item.GetCustomAttributes(typeof(MenuItem), false).Single()).menuItem;
    }
}
#endif
