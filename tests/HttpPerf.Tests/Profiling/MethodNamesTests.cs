using FluentAssertions;
using HttpPerf.Profiling;
using Xunit;

namespace HttpPerf.Tests.Profiling;

public sealed class MethodNamesTests
{
    [Theory]
    [InlineData("Shop.Orders.Map(int32)", "Orders.Map")]
    [InlineData("Map()", "Map")]
    [InlineData("Shop.Orders..ctor(class System.String)", "new Orders")]
    [InlineData("Shop.Orders+Line.Add(class System.Collections.Generic.List`1<int32>)", "Orders.Line.Add")]
    [InlineData("Shop.Orders+<Map>d__3.MoveNext()", "Orders.Map")]
    [InlineData("Shop.Orders+<Map>d__3`1[System.__Canon].MoveNext()", "Orders.Map")]
    [InlineData("Shop.Orders+<>c.<List>b__0_1(int32)", "Orders.List")]
    [InlineData("Shop.Orders+<>c__DisplayClass4_0.<List>b__0(int32)", "Orders.List")]
    [InlineData("Shop.Orders+<>c+<<List>b__0_0>d.MoveNext()", "Orders.List")]
    [InlineData("Shop.Orders.<List>g__Add|0_0(int32)", "Orders.List.Add")]
    [InlineData("System.Collections.Generic.List`1[System.__Canon].Add(!0)", "List.Add")]
    [InlineData("System.Collections.Generic.Dictionary`2[System.__Canon,Shop.Order].Resize()", "Dictionary.Resize")]
    [InlineData("System.Linq.Enumerable+Iterator`2[System.__Canon,System.__Canon].ToList()", "Enumerable.Iterator.ToList")]
    [InlineData("Program.<Main>$(class System.String[])", "Program.Main")]
    [InlineData("Program+<<Main>$>d__0.MoveNext()", "Program.Main")]
    [InlineData("Program+<>c.<<Main>$>b__0_3(class Order)", "Program.Main")]
    [InlineData("Program.<<Main>$>g__Worse|0_2(int32)", "Program.Worse")]
    [InlineData("Program+<<<Main>$>g__Slow|0_2>d.MoveNext()", "Program.Slow")]
    [InlineData("Shop.Order.<Clone>$()", "Order.with")]
    [InlineData(
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.__Canon,"
        + "System.Net.Http.HttpConnection+<SendAsync>d__56`1[System.__Canon]].MoveNext()",
        "AsyncTaskMethodBuilder.AsyncStateMachineBox.MoveNext")]
    [InlineData(
        "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder`1+StateMachineBox`1[System.Double,Shop.Orders+<Time>d__24]"
        + ".System.Threading.Tasks.Sources.IValueTaskSource<TResult>.GetResult(int16)",
        "PoolingAsyncValueTaskMethodBuilder.StateMachineBox.GetResult")]
    public void A_method_is_called_as_its_author_wrote_it(string full, string name) => MethodNames.OfMethod(full).Should().Be(name);

    [Theory]
    [InlineData("System.Byte[]", "byte[]")]
    [InlineData("System.Byte[][]", "byte[][]")]
    [InlineData("System.Int32[,]", "int[,]")]
    [InlineData("Shop.OrderLine", "OrderLine")]
    [InlineData("System.Collections.Generic.List`1[Shop.Order]", "List<Order>")]
    [InlineData("System.Collections.Generic.List`1[Shop.Order][]", "List<Order>[]")]
    [InlineData("System.Collections.Generic.Dictionary`2[System.String,System.Int32[]]", "Dictionary<string, int[]>")]
    [InlineData("Entry[System.String,System.__Canon][]", "Entry<string, T>[]")]
    [InlineData("Shop.Orders+<Map>d__3", "state machine of Orders.Map")]
    [InlineData("Shop.Orders+<>c__DisplayClass4_0", "closure in Orders")]
    [InlineData("<>c__DisplayClass4_0", "closure")]
    [InlineData("<Map>d__3", "state machine of Map")]
    [InlineData("Program+<<<Main>$>g__Slow|0_2>d", "state machine of Program.Slow")]
    [InlineData("Shop.Orders+<>c+<<List>b__0_0>d", "state machine of Orders.List")]
    [InlineData(
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Int32,Shop.Orders+<Map>d__3]",
        "AsyncTaskMethodBuilder.AsyncStateMachineBox<int, state machine of Orders.Map>")]
    public void A_type_is_called_as_CSharp_writes_it(string full, string name) => MethodNames.OfType(full).Should().Be(name);
}
