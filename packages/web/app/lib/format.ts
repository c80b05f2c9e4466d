/** Formats a share as a percentage with one decimal. */
export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : (value * 100).toFixed(1);
}

export function money(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `$${value.toFixed(2)}`;
}

/** Formats a duration, e.g. `45 s`, `2:05` or `1:02:05`. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0
    ? `${minutes}:${two(whole % 60)}`
    : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}

/** A number with its noun, e.g. `1 file` or `2 files`. */
export function counted(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toLocaleString('en');
}

/** Removes the escape sequences of terminals. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g, '')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
