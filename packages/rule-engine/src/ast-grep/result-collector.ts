import type { Witness } from '@refbench/contracts';
import { witnessesOf } from './scan-batch.ts';
import type { ScanError, ScanResult, SkippedFile } from '../matches/scan-result.ts';
import type { ScanUnit, ShardResult } from '../matches/rule-engine.ts';
import { compareTexts, errorsInOrder, inOrder } from '../matches/witness-order.ts';

/** Collects results in any order into a result that depends only on rules and files. */
export class ResultCollector {
  private readonly witnesses: Witness[] = [];
  private readonly skipped = new Map<string, SkippedFile>();
  /** Errors without duplicates, because a rule that cannot run fails on every file. */
  private readonly errors = new Map<string, ScanError>();
  private readonly broken = new Set<string>();

  add(result: ShardResult<ScanUnit>): void {
    const file = result.unit.path;
    if (result.kind === 'skipped') this.skipped.set(file, { file, reason: result.reason });
    if (result.kind !== 'scanned') return;
    for (const { rule, places } of result.matches) this.addPlaces(rule.id, file, places);
    for (const error of result.errors) this.errors.set(JSON.stringify(error), error);
    if (result.broken) this.addBroken(file);
  }

  addPlaces(rule: string, file: string, places: readonly number[]): void {
    for (const witness of witnessesOf(rule, file, places)) this.witnesses.push(witness);
  }

  addBroken(file: string): void {
    this.broken.add(file);
  }

  result(): ScanResult {
    return {
      witnesses: inOrder(this.witnesses),
      skipped: [...this.skipped.values()].sort((a, b) => compareTexts(a.file, b.file)),
      errors: errorsInOrder(this.errors.values()),
      broken: [...this.broken].sort(),
    };
  }
}
