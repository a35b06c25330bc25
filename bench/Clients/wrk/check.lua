-- Prints the line of the line protocol: requests, errors, seconds and latencies by buckets of at most 1.6 % width.
-- With the argument "check", every status and body is looked at, which makes wrk slower.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(arguments)
  wrong = 0
  if arguments[1] == "check" then
    response = function(status, headers, body)
      if status ~= 200 or body ~= "Hello, World!" then wrong = wrong + 1 end
    end
  end
end

-- The upper bound of a value's bucket: 64 buckets to each doubling.
local function bound(value)
  local width = 1
  while value / width >= 128 do width = width * 2 end
  return (math.floor(value / width) + 1) * width - 1
end

function done(summary, latency, requests)
  local wrongs = 0
  for _, thread in ipairs(threads) do wrongs = wrongs + thread:get("wrong") end

  local bounds, counts = {}, {}
  for i = 1, #latency do
    local value, count = latency(i)
    local at = bound(tonumber(value))
    if not counts[at] then
      table.insert(bounds, at)
      counts[at] = 0
    end
    counts[at] = counts[at] + tonumber(count)
  end
  local buckets = {}
  for _, at in ipairs(bounds) do table.insert(buckets, string.format("[%d,%d]", at, counts[at])) end

  local e = summary.errors
  local errors = math.max(e.status, wrongs) + e.connect + e.read + e.write + e.timeout
  print(string.format(
    '{"requests":%d,"errors":%d,"seconds":%.6f,"bytes":%d,"latency":[%s]}',
    summary.requests - math.max(e.status, wrongs), errors, summary.duration / 1e6, summary.bytes, table.concat(buckets, ",")))
end
