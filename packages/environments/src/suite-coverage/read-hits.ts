import type { CoverageFormat } from '@refbench/env-builder';
import { goHits } from './go-profile.ts';
import { jacocoHits } from './jacoco-report.ts';
import { lcovHits } from './lcov-tracefile.ts';
import type { ReportedHits } from './line-hits.ts';

const READERS: Readonly<Record<CoverageFormat, (report: string) => ReportedHits>> = {
  lcov: lcovHits,
  go: goHits,
  jacoco: jacocoHits,
};

/** Reads the report of a coverage tool. What is not part of the format is ignored. */
export function readHits(report: string, format: CoverageFormat): ReportedHits {
  return READERS[format](report);
}
