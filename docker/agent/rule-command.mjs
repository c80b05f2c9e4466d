// Asks the host to register rules, or tells it that the work is done. Waits as long as the check runs.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const socketPath = process.env.REFBENCH_RULE_SOCKET ?? '/run/checker/gw.sock';
const [command, ...args] = process.argv.slice(2);

const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};

const ask = (path, body) => {
  const asked = request({ socketPath, method: 'POST', path }, (answer) => {
    const chunks = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.on('end', () => {
      if (answer.statusCode === 202) {
        ask(path, body);
        return;
      }
      process.stdout.write(Buffer.concat(chunks));
      process.exitCode = answer.statusCode === 200 ? 0 : 1;
    });
  });
  asked.on('error', (error) => fail(`the host cannot be asked: ${error.message}`));
  asked.end(body);
};

if (command === 'register') {
  const [side, file] = args;
  if ((side !== 'additive' && side !== 'reductive') || file === undefined) {
    fail('usage: register-rules additive|reductive FILE');
  } else {
    try {
      ask(`/register?side=${side}`, readFileSync(file === '-' ? 0 : file));
    } catch (error) {
      fail(`cannot read ${file}: ${error.message}`);
    }
  }
} else ask('/finish', args.join(' '));
