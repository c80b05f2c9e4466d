import { styleText } from 'node:util';

/** What a colour means, so that it means the same everywhere. */
const STYLES = {
  heading: 'bold',
  good: 'green',
  doubtful: 'yellow',
  bad: 'red',
  hint: 'cyan',
} as const;

/**
 * Colours a text if it is written to a terminal. `NO_COLOR`, `NODE_DISABLE_COLORS` and `FORCE_COLOR` are
 * honoured.
 */
export function paint(
  meaning: keyof typeof STYLES,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return styleText(STYLES[meaning], text, { stream });
}
