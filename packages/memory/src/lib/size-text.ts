const units = ['', 'K', 'M', 'G', 'T', 'P'];

/** A size as `du -h` shows it, in steps of 1024: `512`, `1.5K`, `12M`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit > 0 && value < 9.95
    ? `${value.toFixed(1)}${units[unit]}`
    : `${Math.round(value)}${units[unit]}`;
}
