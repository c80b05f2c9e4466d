// Asks the host whether the scripts in /scripts would be admitted. Exits with 0 if so, with 75 while
// the check is running, and with 1 otherwise.
import { spawn } from 'node:child_process';
import { request } from 'node:http';

const tar = spawn('tar', ['-C', '/scripts', '-cf', '-', '.'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const asked = request(
  { socketPath: '/run/checker/gw.sock', method: 'POST', path: '/check' },
  (answer) => {
    answer.pipe(process.stdout);
    process.exitCode = answer.statusCode === 200 ? 0 : answer.statusCode === 202 ? 75 : 1;
  },
);
asked.on('error', (error) => {
  process.stderr.write(`the check cannot be asked for: ${error.message}\n`);
  process.exitCode = 1;
});
tar.stdout.pipe(asked);
