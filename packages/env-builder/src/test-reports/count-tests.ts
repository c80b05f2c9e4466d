// Entry point inside a recipe, on Node or, where an image has none, on QuickJS:
//   node count-tests.js FORMAT STATUS FILE...      qjs -m count-tests.js FORMAT STATUS FILE...
import { countReports, type Machine } from './count-reports.ts';

/** What QuickJS's own module `std` offers of what is used here. */
interface QuickJsStd {
  readonly loadFile: (path: string) => string | null;
  readonly open: (path: string, mode: string) => { puts(text: string): void; close(): void } | null;
  readonly getenv: (name: string) => string | undefined;
  readonly out: { puts(text: string): void; flush(): void };
  readonly err: { puts(text: string): void };
  readonly exit: (status: number) => never;
}

declare const scriptArgs: readonly string[];

async function runOnNode(): Promise<void> {
  const { readFileSync, writeFileSync } = await import('node:fs');
  const machine: Machine = {
    read: (path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
    write: (path, text) => writeFileSync(path, text),
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    variable: (name) => process.env[name],
  };
  process.exitCode = countReports(process.argv.slice(2), machine);
}

async function runOnQuickJs(): Promise<void> {
  // A name that the compiler does not look up: the module is QuickJS's own.
  const name: string = 'std';
  const std: QuickJsStd = await import(name);
  const machine: Machine = {
    read: (path) => std.loadFile(path) || undefined,
    write: (path, text) => {
      const file = std.open(path, 'w');
      if (file === null) throw new Error(`${path} cannot be written`);
      file.puts(text);
      file.close();
    },
    print: (line) => std.out.puts(`${line}\n`),
    warn: (line) => std.err.puts(`${line}\n`),
    variable: (name) => std.getenv(name),
  };
  const status = countReports(scriptArgs.slice(1), machine);
  std.out.flush();
  std.exit(status);
}

await (typeof process === 'undefined' ? runOnQuickJs() : runOnNode());
