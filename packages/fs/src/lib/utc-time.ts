/** Nanoseconds since 1970 as ISO 8601 in UTC: `2026-01-31T08:30:00.123456+00:00`. */
export function utcTime(nanoseconds: bigint): string {
  const microseconds = nanoseconds / 1000n;
  const seconds = microseconds / 1_000_000n;
  const fraction = microseconds - seconds * 1_000_000n;
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${date}${fraction === 0n ? '' : `.${String(fraction).padStart(6, '0')}`}+00:00`;
}
