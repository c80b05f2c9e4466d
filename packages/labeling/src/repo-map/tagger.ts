import { fileURLToPath } from 'node:url';
import { ScannerPool, ScannerProcess } from '@refbench/rule-engine';
import { z } from 'zod';
import { NO_TAGS, type Tags } from './file-tags.ts';
import { FUNCTION_VALUES, TAG_RULES, tagLanguage } from './tag-rules.ts';

const program = fileURLToPath(new URL('../../bin/tagger.mjs', import.meta.url));

/** Maximum number of characters per request to a child process. */
const BATCH_CHARACTERS = 400_000;
/** Larger files are generated or minified and do not help to understand a repository. */
const LARGEST_CHARACTERS = 1_000_000;
const TIMEOUT_MS = 60_000;

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

const tagsSchema = z.object({
  definitions: z.array(z.tuple([z.string(), z.int(), z.int()])),
  references: z.object({ names: z.array(z.string()), counts: z.array(z.number()) }),
});

const answerSchema = z.object({
  files: z.array(z.union([tagsSchema, z.object({ error: z.string() })])),
});

/** Reads tags in child processes, one per core, because a hostile file can crash a parser. */
export class Tagger implements AsyncDisposable {
  private readonly pool: ScannerPool;

  constructor(size?: number) {
    const greeting = { kind: 'rules', rules: TAG_RULES, functionValues: FUNCTION_VALUES };
    this.pool = new ScannerPool(() => new ScannerProcess(greeting, program), {
      size,
      worthAStart: BATCH_CHARACTERS,
    });
  }

  /** Returns the tags of each file, in order. A file that cannot be parsed has none. */
  async read(files: readonly SourceText[]): Promise<readonly Tags[]> {
    const results = files.map(() => NO_TAGS);
    const readable = files.flatMap(({ path, text }, at) => {
      const language = tagLanguage(path);
      return language === undefined || text.length > LARGEST_CHARACTERS
        ? []
        : [{ at, language, text }];
    });
    await Promise.all(
      batchesOf(readable).map(async (batch) => {
        for (const [at, tags] of await this.readBatch(batch)) results[at] = tags;
      }),
    );
    return results;
  }

  private async readBatch(batch: readonly Readable[]): Promise<readonly [number, Tags][]> {
    const characters = batch.reduce((sum, { text }) => sum + text.length, 0);
    const files = batch.map(({ language, text }) => ({ language, text }));
    const answer = await this.pool.use(characters, (scanner) =>
      scanner.ask({ kind: 'tag', files }, TIMEOUT_MS),
    );
    if (answer.kind === 'answered') {
      const parsed = answerSchema.parse(answer.value).files;
      return batch.flatMap(({ at }, index): [number, Tags][] => {
        const tags = parsed[index];
        return tags === undefined || 'error' in tags ? [] : [[at, tagsFrom(tags)]];
      });
    }
    // One of the files crashed the parser or exceeded the time limit. The others are parsed again,
    // one by one.
    if (batch.length === 1) return [];
    const alone: [number, Tags][] = [];
    for (const one of batch) alone.push(...(await this.readBatch([one])));
    return alone;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.pool[Symbol.asyncDispose]();
  }
}

interface Readable {
  readonly at: number;
  readonly language: string;
  readonly text: string;
}

function batchesOf(files: readonly Readable[]): readonly (readonly Readable[])[] {
  const batches: Readable[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (characters + file.text.length > BATCH_CHARACTERS) {
      batches.push([]);
      characters = 0;
    }
    batches.at(-1)?.push(file);
    characters += file.text.length;
  }
  return batches;
}

function tagsFrom({ definitions, references }: z.infer<typeof tagsSchema>): Tags {
  return {
    definitions: definitions.map(([name, line, end]) => ({ name, line, end })),
    references,
  };
}
