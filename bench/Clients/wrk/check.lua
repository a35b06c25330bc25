-- Prints the line of the line protocol: requests, errors, seconds and latencies.
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

-- Pairs of microseconds and count, by half percentiles. The single values would be exact, but wrk needs seconds to list them where
-- latencies are spread over a second.
local function buckets(latency, requests)
  local pairs, below = {}, 0
  for half = 1, 200 do
    local value = half < 200 and latency:percentile(half / 2) or latency.max
    local upTo = math.floor(requests * half / 200)
    if upTo > below then table.insert(pairs, string.format("[%d,%d]", value, upTo - below)) end
    below = upTo
  end
  return table.concat(pairs, ",")
end

function done(summary, latency, requests)
  local wrongs = 0
  for _, thread in ipairs(threads) do wrongs = wrongs + thread:get("wrong") end

  local e = summary.errors
  local errors = math.max(e.status, wrongs) + e.connect + e.read + e.write + e.timeout
  local right = summary.requests - math.max(e.status, wrongs)
  print(string.format(
    '{"requests":%d,"errors":%d,"seconds":%.6f,"bytes":%d,"latency":[%s]}',
    right, errors, summary.duration / 1e6, summary.bytes, buckets(latency, right)))
end
