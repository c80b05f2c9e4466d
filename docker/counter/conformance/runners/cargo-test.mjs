/** The line of each program: `test result: ok. 3 passed; 0 failed; 1 ignored; ...`. */
function summary(console, reports) {
  const report = reports['cargo.txt'] ?? '';
  const results = [
    ...report.matchAll(
      /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
    ),
  ];
  // A program that began and has no result ended too early.
  const begun = [...report.matchAll(/^running \d+ tests?$/gm)].length;
  if (begun !== results.length) return undefined;
  const broken = new Set(
    [...report.matchAll(/^error: could not compile `([^`]+)`/gm)].map(([, name]) => name),
  );
  // Programs that end without a result are among the targets that cargo lists.
  const targets = Number(/^error: (\d+) targets? failed:$/m.exec(report)?.[1] ?? 0);
  const withFailures = results.filter(([, , failed]) => Number(failed) > 0).length;
  const sum = (at) => results.reduce((total, result) => total + Number(result[at]), 0);
  if (results.length === 0 && broken.size === 0 && targets === 0) return undefined;
  return {
    passed: sum(1),
    failed: sum(2) + broken.size + (targets - withFailures),
    skipped: sum(3),
  };
}

const manifest = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n';

export default {
  name: 'cargo-test',
  format: 'libtest',
  names: ['cargo.txt'],
  versions: [{ label: 'host', needs: ['cargo'] }],
  version: 'cargo --version',
  environment: { CARGO_TERM_COLOR: 'never', CARGO_NET_OFFLINE: 'true', RUST_BACKTRACE: '0' },
  command: 'cargo test --workspace --no-fail-fast >"$reports/cargo.txt" 2>&1',
  summary,
  files: { 'Cargo.toml': manifest },
  scenarios: {
    outcomes: {
      files: {
        'src/lib.rs': `//! \`\`\`
//! assert_eq!(1, 1);
//! \`\`\`
#[cfg(test)] mod tests {
  #[test] fn passes() {}
  #[test] fn fails() { assert_eq!(1, 2); }
  #[test] #[ignore = "slow"] fn skips() {}
  #[test] #[should_panic] fn expected() { panic!("yes"); }
  #[test] fn returns() -> Result<(), String> { Err("no".into()) }
}
`,
        'tests/api.rs': '#[test] fn passes() {}\n#[test] fn also() {}\n',
      },
    },
    setup: 'libtest has no fixtures',
    noise: {
      files: {
        'src/lib.rs': `#[cfg(test)] mod tests {
  use std::process::Command;
  fn child(text: &str) { assert!(Command::new("printf").arg(text).status().unwrap().success()); }
  #[test] fn a() { child("done"); }
  #[test] fn b() { println!("test tests::fake ... ok"); println!("test result: FAILED. 0 passed; 9 failed; 0 ignored; 0 measured; 0 filtered out"); }
  #[test] fn c() { child("progress 50%%\\n"); }
  #[test] fn d() { println!("test tests::fake ... FAILED"); panic!("no"); }
}
`,
      },
      command:
        'cargo test --workspace --no-fail-fast -- --test-threads=1 >"$reports/cargo.txt" 2>&1',
    },
    names: 'a name is an identifier',
    late: 'a program of libtest ends with its tests',
    exit: {
      files: {
        'src/lib.rs':
          '#[cfg(test)] mod tests { #[test] fn a() {} #[test] fn b() { std::process::exit(0); } }\n',
      },
    },
    signal: {
      files: {
        'src/lib.rs':
          '#[cfg(test)] mod tests { #[test] fn a() {} #[test] fn b() { std::process::abort(); } }\n',
        'tests/api.rs': '#[test] fn passes() {}\n',
      },
    },
    broken: {
      files: {
        'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\nresolver = "2"\n',
        'a/Cargo.toml': manifest.replace('shop', 'a'),
        'a/src/lib.rs': '#[test] fn a() {}\n',
        'b/Cargo.toml': manifest.replace('shop', 'b'),
        'b/src/lib.rs': '#[test] fn b() { nothing(); }\n',
      },
    },
    none: { files: { 'src/lib.rs': '' } },
    retry: 'cargo repeats no test',
  },
};
