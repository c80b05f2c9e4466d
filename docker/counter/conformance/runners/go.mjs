/** The same run again as text: `--- PASS: TestA`, `FAIL a [build failed]`, `ok a 0.1s`. */
function summary(console) {
  const shown = console.split('=== for people ===')[1];
  if (shown === undefined) return undefined;
  const number = (pattern) => [...shown.matchAll(pattern)].length;
  // What tests print is indented in these projects, or has no such line.
  const failed = number(/^ *--- FAIL: /gm);
  // A package that fails without a failing test did not compile, or ended too early.
  const packages = [...shown.matchAll(/^FAIL\t(\S+)/gm)].map(([, name]) => name);
  const withTest = new Set();
  let seen = false;
  for (const line of shown.split('\n')) {
    if (/^ *--- FAIL: /.test(line)) seen = true;
    const end = /^(?:FAIL|ok  |\?   )\t(\S+)/.exec(line);
    if (end !== null) {
      if (seen) withTest.add(end[1]);
      seen = false;
    }
  }
  const broken = packages.filter((name) => !withTest.has(name)).length;
  return {
    // A test may print something in front of it.
    passed: number(/--- PASS: /g),
    failed: failed + broken,
    skipped: number(/^ *--- SKIP: /gm),
  };
}

const head = 'package a\n';
const mod = 'module a\n\ngo 1.20\n';

export default {
  name: 'go',
  format: 'go-test-json',
  names: ['events.json'],
  versions: [{ label: 'host', needs: ['go'] }],
  version: 'go version',
  environment: { GOFLAGS: '-count=1', GOTOOLCHAIN: 'local' },
  command: `go test -json -p 2 -timeout 10m ./... >"$reports/events.json"
local status=$?
echo "=== for people ==="
go test -v -p 2 ./...
return "$status"`,
  summary,
  files: { 'go.mod': mod },
  scenarios: {
    outcomes: {
      files: {
        'a_test.go': `${head}
import ("testing"; "fmt")
func TestPasses(t *testing.T) {}
func TestFails(t *testing.T) { t.Error("no") }
func TestSkips(t *testing.T) { t.Skip("not now") }
func TestEach(t *testing.T) { for _, n := range []int{1, 2, 2} { t.Run(fmt.Sprint(n), func(t *testing.T) {}) } }
`,
        'b/b_test.go': `package b
import "testing"
func TestPasses(t *testing.T) {}
`,
        'c/c.go': 'package c\n',
      },
    },
    setup: {
      files: {
        'a_test.go': `${head}
import ("os"; "testing")
func TestMain(m *testing.M) { os.Exit(3) }
func TestA(t *testing.T) {}
`,
        'b/b_test.go': `package b
import "testing"
func TestPasses(t *testing.T) {}
`,
      },
    },
    noise: {
      files: {
        'a_test.go': `${head}
import ("fmt"; "testing")
func TestA(t *testing.T) { fmt.Print("progress 50% ") }
func TestB(t *testing.T) { fmt.Println("{\\"Action\\":\\"fail\\",\\"Package\\":\\"a\\",\\"Test\\":\\"TestB\\"}"); fmt.Print("ok") }
func TestC(t *testing.T) { fmt.Println("    -- FAIL: TestC (0.00s)"); t.Log("FAIL") }
`,
      },
    },
    // Of longer names, go test -json itself reports no event.
    names: {
      files: {
        'a_test.go': `${head}
import ("strings"; "testing")
func TestA(t *testing.T) { for _, n := range []string{"a\\nb", "\\x1b[31m", "'\\"<&>", strings.Repeat("x", 2000), "\\xff\\xfe", ""} { t.Run(n, func(t *testing.T) {}) } }
`,
      },
    },
    late: {
      files: {
        'a_test.go': `${head}
import ("os"; "testing")
func TestMain(m *testing.M) { m.Run(); os.Exit(1) }
func TestA(t *testing.T) {}
`,
      },
    },
    exit: {
      files: {
        'a_test.go': `${head}
import ("os"; "testing")
func TestA(t *testing.T) {}
func TestB(t *testing.T) { os.Exit(0) }
`,
      },
    },
    signal: 'go test runs each package in a process of its own; its end is a failed package',
    broken: {
      files: {
        'a_test.go': `${head}
import "testing"
func TestA(t *testing.T) {}
`,
        'b/b_test.go': 'package b\nimport "testing"\nfunc TestB(t *testing.T) { undefined() }\n',
        'c/c_test.go':
          'package c\nimport "nothing/like/this"\nfunc TestC(t *testing.T) { this.Do() }\n',
      },
    },
    none: { files: { 'a.go': head } },
    retry: 'go test repeats no test',
  },
};
