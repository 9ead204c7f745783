const perSecond = 1_000_000n;

/** Nanoseconds since 1970 as ISO 8601 in UTC: `2026-01-31T08:30:00.123456+00:00`. */
export function utcTime(nanoseconds: bigint): string {
  const microseconds = floorDivide(nanoseconds, 1000n);
  const seconds = floorDivide(microseconds, perSecond);
  const fraction = microseconds - seconds * perSecond;
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${date}${fraction === 0n ? '' : `.${String(fraction).padStart(6, '0')}`}+00:00`;
}

/** Rounds down, also before 1970, where bigint division rounds up. */
function floorDivide(value: bigint, by: bigint): bigint {
  return value / by - (value % by < 0n ? 1n : 0n);
}
