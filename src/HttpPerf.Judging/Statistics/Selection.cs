namespace HttpPerf.Judging.Statistics;

/// <summary>
/// Finds the value at a rank in linear time (C. A. R. Hoare, Algorithm 65: Find, Communications of the ACM 4, 1961). Of all samples of a
/// case only a few ranks are needed, and sorting them would take most of the time of a comparison.
/// </summary>
internal static class Selection
{
    /// <summary>Reorders the values so that this index has the value that it would have if they were sorted, and returns it.</summary>
    public static double At(double[] values, int index)
    {
        var (first, last) = (0, values.Length - 1);
        while (first < last)
        {
            var (left, right) = Partition(values, first, last);
            if (index <= right)
                last = right;
            else if (index >= left)
                first = left;
            else
                break;
        }

        return values[index];
    }

    /// <returns>All values from <c>Left</c> on are at least as large as all up to <c>Right</c>; any between them are equal.</returns>
    private static (int Left, int Right) Partition(double[] values, int left, int right)
    {
        // After a first call, the middle of a range is often the value that parts it in two.
        var pivot = values[left + ((right - left) / 2)];
        while (left <= right)
        {
            while (values[left] < pivot)
                left++;
            while (values[right] > pivot)
                right--;
            if (left <= right)
            {
                (values[left], values[right]) = (values[right], values[left]);
                left++;
                right--;
            }
        }

        return (left, right);
    }
}
