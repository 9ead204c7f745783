const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** A size for people: `512 B`, `1.2 KB`, in steps of 1024. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
