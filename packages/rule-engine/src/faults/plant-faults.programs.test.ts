import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { functionsIn } from './functions.testkit.ts';
import { plantFaults } from './plant-faults.ts';

async function planted(path: string, text: string, name: string): Promise<string> {
  const file = await functionsIn(path, text);
  const functions = file.functions.filter((one) => one.name === name);
  expect(functions).toHaveLength(1);
  return plantFaults(file, functions);
}

const TSC = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));

/** Programs that print `begin` and then call the function that gets the fault; `end` comes after. */
const PROGRAMS: Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly text: string;
      readonly build?: readonly string[];
      readonly run: readonly string[];
    }
  >
> = {
  'a.ts': {
    name: 'Sum.of',
    text: 'class Sum { static of = (a: number, b: number): number => a + b; }\nconsole.log("begin"); Sum.of(1, 2); console.log("end");\n',
    build: [
      TSC,
      'a.ts',
      '--strict',
      '--allowUnreachableCode',
      'false',
      '--noUnusedParameters',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--types',
      '',
    ],
    run: ['node', 'a.js'],
  },
  'a.js': {
    name: 'lib.sum',
    text: '"use strict";\nconst lib = { *sum(a) { yield a; } };\nconsole.log("begin"); [...lib.sum(1)]; console.log("end");\n',
    run: ['node', 'a.js'],
  },
  'a.py': {
    name: 'K.sum',
    text: 'class K:\n\tdef sum(\n\t\tself): return 1\n\nprint("begin", flush=True)\nK().sum()\nprint("end")\n',
    run: ['python3', 'a.py'],
  },
  'b.py': {
    name: 'sum',
    text: 'def sum():\n    """Why."""\n    # how\n    return 1\n\nprint("begin", flush=True)\nsum()\nprint("end")\n',
    run: ['python3', 'b.py'],
  },
  'a.go': {
    name: 'S.Sum',
    text: 'package main\nimport "fmt"\ntype S struct{}\nfunc (s *S) Sum(a int) int { unused := a; return unused }\nfunc main() { fmt.Println("begin"); (&S{}).Sum(1); fmt.Println("end") }\n',
    run: ['go', 'run', 'a.go'],
  },
  'A.java': {
    name: 'A.sum',
    text: 'class A { static int sum(int a) { final int b; b = a; return b; } public static void main(String[] x) { System.out.println("begin"); sum(1); System.out.println("end"); } }\n',
    build: ['javac', '-Xlint:all', '-Werror', 'A.java'],
    run: ['java', 'A'],
  },
  'a.rs': {
    name: 'S.sum',
    text: '#![deny(warnings)]\nstruct S;\nimpl S { fn sum(&self, a: i32) -> i32 { let b = a; b } }\nfn main() { println!("begin"); S.sum(1); println!("end"); }\n',
    build: ['rustc', 'a.rs', '-o', 'a.rs.out'],
    run: ['./a.rs.out'],
  },
  'a.c': {
    name: 'sum',
    text: '#include <stdio.h>\nstatic int sum(int a) { int b = a; return b; }\nint main(void) { puts("begin"); fflush(stdout); sum(1); puts("end"); return 0; }\n',
    build: [
      'gcc',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-Wdeclaration-after-statement',
      'a.c',
      '-o',
      'a.c.out',
    ],
    run: ['./a.c.out'],
  },
  'a.cpp': {
    name: 'n.K.sum',
    text: '#include <cstdio>\nnamespace n { struct K { int sum(int a) const noexcept; }; int K::sum(int a) const noexcept { return a; } }\nint main() { std::puts("begin"); std::fflush(stdout); n::K().sum(1); std::puts("end"); }\n',
    build: ['g++', '-Wall', '-Wextra', '-Werror', '-fno-exceptions', 'a.cpp', '-o', 'a.cpp.out'],
    run: ['./a.cpp.out'],
  },
};

test.each(Object.entries(PROGRAMS))(
  'a fault in %s compiles, and fails when its function is called',
  async (path, { name, text, build, run }) => {
    const folder = await mkdtemp(join(tmpdir(), 'refbench-faults-'));
    try {
      await writeFile(join(folder, path), await planted(path, text, name));
      const [compiler, ...options] = build ?? [];
      if (compiler !== undefined) execFileSync(compiler, options, { cwd: folder, stdio: 'pipe' });
      const [program = '', ...args] = run;
      const ran = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
      expect(ran.stdout).toBe('begin\n');
      expect(ran.status).not.toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  // On its first use, Go compiles its standard library.
  300_000,
);
