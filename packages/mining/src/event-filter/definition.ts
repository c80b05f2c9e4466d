import type { Digest } from '@refbench/contracts';
import { digestOf, readYamlFile } from '@refbench/base';
import { z } from 'zod';
import { dataFile } from '../commit/data-file.ts';
import { compileKeywords, keywordFileSchema, type Keywords } from './keywords.ts';

const keepSchema = z.int().positive();

/** The thresholds of definition.yaml (paper, section 3.1 and appendix A.1). */
const thresholdSchema = z.strictObject({
  schema: z.literal(1),
  first: z.strictObject({
    min_stars: z.int().nonnegative(),
    min_paths: z.int().positive(),
    min_ratio: z.number().positive(),
    keep: keepSchema,
  }),
  second: z.strictObject({
    min_code_files: z.int().nonnegative(),
    band: z.strictObject({
      low: z.number().nonnegative(),
      high: z.number().positive(),
      /** With fewer commits there is no band. */
      min_commits: z.int().nonnegative().default(0),
    }),
    keep: keepSchema,
  }),
  third: z.strictObject({ keep_by_message: keepSchema, keep: keepSchema }),
});

type Thresholds = z.infer<typeof thresholdSchema>;

/** The criteria that a commit must meet. They are the same for every source and for the SQL. */
export interface Definition {
  readonly thresholds: Thresholds;
  readonly keywords: Keywords;
  /** Digest of the contents of both files. */
  readonly digest: Digest;
}

export interface DefinitionFiles {
  readonly thresholds?: string | undefined;
  readonly keywords?: string | undefined;
}

/**
 * Reads the criteria; from the files of this package by default.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readDefinition(files: DefinitionFiles = {}): Promise<Definition> {
  const thresholds = await readYamlFile(
    files.thresholds ?? dataFile('definition.yaml'),
    thresholdSchema,
  );
  const keywordFile = await readYamlFile(
    files.keywords ?? dataFile('keywords.yaml'),
    keywordFileSchema,
  );
  return {
    thresholds,
    keywords: compileKeywords(keywordFile),
    digest: digestOf({ thresholds, keywords: keywordFile }),
  };
}
