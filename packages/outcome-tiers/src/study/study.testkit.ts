import { readFile } from 'node:fs/promises';
import { parseCsv } from '@refbench/base';
import type { ModelResults, ScoredResult } from '../score/results-file.ts';

/** The stored data of the tickets of the study: keys, commits, and digests of files and diffs. */
export interface StudyTicket {
  readonly key: string;
  readonly tier: string;
  readonly sha: string;
  readonly files: number;
  /** First 16 hex digits of the SHA-256 of the paths, one per line. */
  readonly files_digest: string;
  /** First 16 hex digits of the SHA-256 of the first 400 characters of the diff. */
  readonly preview_digest: string;
}

/** Reads the 65 tickets of the study in the order in which it drew them. */
export async function studyTickets(): Promise<readonly StudyTicket[]> {
  return JSON.parse(await fixture('study-tickets.json')) as readonly StudyTicket[];
}

/** Reads the figures of the four result files of the study. */
export async function studyResults(): Promise<readonly ModelResults[]> {
  const [, ...rows] = parseCsv(await fixture('study-results.csv'), 'study-results.csv');
  const results = rows.map(
    ([model = '', key = '', tier = '', hit, overlap, pass, input, output]): ScoredResult => ({
      status: 'scored',
      model,
      key,
      tier,
      sha: '',
      files: [],
      file_hit: hit === '1',
      token_overlap: Number(overlap),
      pass: pass === '1',
      input_tokens: Number(input),
      output_tokens: Number(output),
    }),
  );
  const models = [...new Set(results.map(({ model }) => model))];
  return models.map((model) => ({
    model,
    results: results.filter((result) => result.model === model),
  }));
}

function fixture(name: string): Promise<string> {
  return readFile(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');
}
