import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { currentOwner } from '@refbench/base';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestBed } from './test-bed.ts';
import { TEST_IMAGE } from './test-image.ts';

/**
 * Recipes run third-party code as root. It may access the internet, but not services on this host.
 */

let bed: TestBed;
const servers: Server[] = [];
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  await bed.expectNoLeftovers();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await bed[Symbol.asyncDispose]();
});

async function service(): Promise<number> {
  const server = createServer((_request, response) => void response.end('service of the host'));
  servers.push(server);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function addresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

async function firewall(): Promise<string> {
  return (await execa('iptables', ['-w', '10', '-S', 'REFBENCH-BUILD'])).stdout;
}

/**
 * Requests the page of an address with the available program of the image: busybox, or bash. Packets to
 * another container are dropped, so only a request that must fail has to wait for all of the seconds.
 */
function get(address: string, port: number, seconds = 60): string {
  const request = 'GET / HTTP/1.0\\r\\n\\r\\n';
  if (bed.image === TEST_IMAGE) {
    // The wget of a static busybox crashes, because it resolves names with the C library.
    return `busybox printf "${request}" | busybox nc -w ${seconds} ${address} ${port}`;
  }
  const script = `exec 3<>/dev/tcp/${address}/${port} && printf "${request}" >&3 && cat <&3`;
  return `timeout ${seconds} bash -c '${script}'`;
}

/** Another container that only listens. */
const SERVER = `if command -v busybox >/dev/null; then echo sibling > /tmp/index.html; exec busybox httpd -f -p 8000 -h /tmp; fi
exec perl -e 'use IO::Socket; my $s = IO::Socket::INET->new(LocalPort => 8000, Listen => 5) or die; while (my $c = $s->accept) { print $c "sibling"; close $c }'`;

describe('the network of builds', () => {
  it('reaches only the specified services of the host', async ({ skip }) => {
    const isolation = await bed.engine.buildIsolation();
    skip(!isolation.enforced, isolation.detail);
    const [closed, given] = [await service(), await service()];
    const [first = ''] = addresses();
    const ask = (address: string, port: number): string =>
      `echo "${address}:${port} $(${get(address, port)} 2>&1)"`;
    const script = [...addresses().map((address) => ask(address, closed)), ask(first, given)];
    const spec = bed.spec(script.join('\n'), {
      profile: 'build',
      limits: { memory_bytes: 2 ** 28 },
    });
    const openedTo = async (): Promise<string> => {
      await using created = await bed.engine.createContainer({
        ...spec,
        hostServices: [`${first}:${given}`, 'localhost:1', 'no.such.host.invalid:80'],
      });
      await using running = await created.start();
      await using stopped = await running.ended;
      expect(await firewall()).toContain(`--dport ${given} `);
      return stopped.log.bytes.toString();
    };
    const log = await openedTo();
    expect(log.split(`${first}:${given} `)[1]).toContain('service of the host');
    expect(log.match(/service of the host/g), log).toHaveLength(1);
    expect(await firewall()).not.toContain(`--dport ${given} `);
  });

  it('closes services that a killed process left open', async ({ skip }) => {
    const isolation = await bed.engine.buildIsolation();
    skip(!isolation.enforced, isolation.detail);
    // A process of this namespace that used another state folder. No process has this number.
    const ended = `0123456789abcdef/${currentOwner().replace(/^\d+/, '999999999')}`;
    // Whether a process of another namespace runs is only known to those who have its state folder.
    const unknown = `0123456789abcdef/${currentOwner().replace(/\d+$/, '1')}`;
    const ruleOf = (port: number, comment: string): readonly string[] =>
      `-d 192.0.2.77 -p tcp --dport ${port} -m comment --comment ${comment} -j RETURN`.split(' ');
    const iptables = async (...args: readonly string[]): Promise<unknown> =>
      await execa('iptables', ['-w', '10', ...args]);
    await iptables('-I', 'REFBENCH-BUILD', '1', ...ruleOf(7777, ended));
    await iptables('-I', 'REFBENCH-BUILD', '1', ...ruleOf(7778, unknown));
    try {
      // The rule is there, because it could be added; other tests may close it, too.
      await bed.engine.buildIsolation();
      expect(await firewall()).not.toContain('--dport 7777 ');
      expect(await firewall()).toContain('--dport 7778 ');
    } finally {
      await iptables('-D', 'REFBENCH-BUILD', ...ruleOf(7778, unknown));
    }
  });

  it('reaches no other container', async ({ skip }) => {
    const { enforced, detail } = await bed.engine.buildIsolation();
    skip(!enforced, detail);
    const specOf = (script: string): ReturnType<TestBed['spec']> =>
      bed.spec(script, { profile: 'build', limits: { memory_bytes: 2 ** 28 } });
    await using server = await bed.engine.createContainer(specOf(SERVER));
    await using serving = await server.start();
    const inspected = await bed.thirdParty().getContainer(serving.id).inspect();
    const address = Object.values(inspected.NetworkSettings.Networks)[0]?.IPAddress ?? '';
    // The other container does listen, and this host can reach it.
    const page = async (): Promise<string> => {
      const response = await fetch(`http://${address}:8000/`);
      return await response.text();
    };
    await expect.poll(page, { timeout: 180_000 }).toContain('sibling');
    await using client = await bed.engine.createContainer(
      specOf(`${get(address, 8000, 5)}; echo "status $?"`),
    );
    await using asking = await client.start();
    await using stopped = await asking.ended;
    expect(stopped.log.bytes.toString()).toMatch(/status [1-9]/);
  });
});
