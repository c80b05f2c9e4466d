// What a reproduction prints: sections, tables of a paper with ours beside them, and checks.

/** Collects the checks of one script. */
export function startReport(title) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  process.stdout.write(`${title}\n${'='.repeat(title.length)}\n`);
  return {
    section(name) {
      process.stdout.write(`\n${name}\n${'-'.repeat(name.length)}\n`);
    },
    text(text) {
      process.stdout.write(`${text.trimEnd()}\n`);
    },
    table(head, rows) {
      const all = [head, ...rows].map((row) => row.map(String));
      const widths = head.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
      for (const row of all) {
        const cells = row.map((cell, at) => cell.padEnd(widths[at]));
        process.stdout.write(`  ${cells.join('  ').trimEnd()}\n`);
      }
    },
    /** A figure or an outcome that must hold. */
    check(name, ours, expected) {
      const holds = JSON.stringify(ours) === JSON.stringify(expected);
      counts[holds ? 'passed' : 'failed'] += 1;
      const why = holds ? '' : `: is ${JSON.stringify(ours)}, expected ${JSON.stringify(expected)}`;
      process.stdout.write(`  ${holds ? 'ok     ' : 'FAILED '} ${name}${why}\n`);
    },
    /** A number that may differ by rounding errors of the two programs. */
    near(name, ours, expected, tolerance = 1e-9) {
      const isNear =
        ours === expected ||
        (typeof ours === 'number' &&
          typeof expected === 'number' &&
          Math.abs(ours - expected) <= tolerance);
      counts[isNear ? 'passed' : 'failed'] += 1;
      const why = isNear ? '' : `: is ${ours}, expected ${expected}`;
      process.stdout.write(`  ${isNear ? 'ok     ' : 'FAILED '} ${name}${why}\n`);
    },
    skip(name, reason) {
      counts.skipped += 1;
      process.stdout.write(`  skipped ${name}: ${reason}\n`);
    },
    /** Prints the counts, which decide the exit code. */
    finish() {
      const { passed, failed, skipped } = counts;
      process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
      process.exitCode = failed > 0 ? 1 : 0;
    },
  };
}
