import { InvalidArgumentError } from 'commander';

/** A commander parser for numeric options. */
export function positive(value: string): number {
  const number = natural(value);
  if (number > 0) return number;
  throw new InvalidArgumentError('specify a whole number of at least 1');
}

/** Returns a commander parser for whole numbers from 1 to `most`. */
export function atMost(most: number): (value: string) => number {
  return (value) => {
    const number = natural(value);
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`specify a whole number from 1 to ${most}`);
  };
}

/** A commander parser for numeric options. */
export function natural(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('specify a whole number');
}

/** A commander parser for a TCP port. */
export function portNumber(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port < 65_536) return port;
  throw new InvalidArgumentError('specify a port below 65536');
}
