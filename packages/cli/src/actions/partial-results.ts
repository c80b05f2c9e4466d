import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import { terminalText } from '../terminal/terminal-text.ts';

/** Something that a command could not do, while it did the rest. */
interface MissingPart {
  /** Id of the instance, or name of the file. */
  readonly id: string;
  readonly reason: string;
  readonly hint: string;
}

/** What concerns one instance alone. Any other failure would meet the next instance too. */
const OWN_KINDS: ReadonlySet<RefbenchError['kind']> = new Set(['invalid-file', 'repository']);

/**
 * Collects what cannot be read, so that a command gives what it can and names what is missing. The
 * exit code tells scripts that the result is not complete.
 */
export class PartialResults {
  private readonly parts: MissingPart[] = [];
  private code: number = EXIT_CODES.ok;

  get missing(): readonly MissingPart[] {
    return this.parts;
  }

  /** The exit code of the first missing part, or `ok`. */
  get exitCode(): number {
    return this.code;
  }

  /**
   * Returns the result of the work, or undefined if it concerns files or a repository that cannot be
   * read, which is then recorded.
   * @throws any other error
   */
  async attempt<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!RefbenchError.isInstance(error) || !OWN_KINDS.has(error.kind)) throw error;
      this.add(id, error);
      return undefined;
    }
  }

  add(id: string, { kind, message, hint }: RefbenchError): void {
    if (this.parts.length === 0) this.code = EXIT_CODES[kind];
    this.parts.push({ id, reason: message, hint });
  }

  /** Returns two lines per missing part, for standard error. */
  lines(): readonly string[] {
    return this.parts.flatMap(({ id, reason, hint }) => [
      `missing: ${id}: ${terminalText(reason)}`,
      `  hint: ${terminalText(hint)}`,
    ]);
  }
}
