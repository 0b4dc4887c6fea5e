/** Starts the proxies with the examples of deploy/, changed only where an operator must change them, too. */
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProxyEnvironment } from './findProxies';
import { freePort } from '../../scripts/programs/freePort';

/** Milliseconds. Ends a start that hangs. */
const START_LIMIT = 60_000;

export interface Proxy {
  /** The addresses it serves, each of which leads to the upstream or redirects to the one that does. */
  readonly urls: readonly string[];
  /** Stops it. Returns everything it has written: standard output and error, log files, what it sent to syslog. */
  stop(): Promise<string>;
}

interface StartOptions {
  readonly environment: ProxyEnvironment;
  /** Such as 127.0.0.1:3000. */
  readonly upstream: string;
  /** Changes the configuration further. */
  readonly edit?: (configuration: string) => string;
}

type StartProxy = (options: StartOptions) => Promise<Proxy>;

const startCaddy: StartProxy = async ({ environment, upstream, edit = (text) => text }) => {
  const folder = makeFolder();
  const [port, adminPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const example = readFileSync('deploy/Caddyfile', 'utf8');
  const path = join(folder, 'Caddyfile');
  const configuration = substitute(example, {
    'server1:3000 server2:3000': upstream,
    'lb_try_duration 10s': 'lb_try_duration 1s',
  });
  writeFileSync(path, edit(configuration));
  return run(
    'caddy',
    ['run', '--config', path, '--adapter', 'caddyfile'],
    {
      ...environment,
      SITE: url,
      CADDY_ADMIN: `127.0.0.1:${adminPort}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    },
    { folder, urls: [url], ports: [port] },
  );
};

const startNginx: StartProxy = async ({ environment, upstream, edit = (text) => text }) => {
  const folder = makeFolder();
  const [plain, tls] = [await freePort(), await freePort()];
  const { certificate, key } = makeCertificate(folder, environment);
  const example = readFileSync('deploy/nginx.conf', 'utf8');
  const site = substitute(example, {
    '127.0.0.1:3000': upstream,
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${tls} ssl http2;`,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/refer.example.org/fullchain.pem': certificate,
    '/etc/letsencrypt/live/refer.example.org/privkey.pem': key,
    '/var/log/nginx/': `${folder}/`,
    'proxy_read_timeout 60s': 'proxy_read_timeout 1s',
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Our file within the logs that Debian's own nginx.conf sets.
  const main = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log ${folder}/access.log;
      error_log ${folder}/error.log;
      ${temporary.join('\n')}
      include ${folder}/referral-desk.conf;
    }`;
  writeFileSync(join(folder, 'referral-desk.conf'), edit(site));
  writeFileSync(join(folder, 'nginx.conf'), main);
  return run('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], environment, {
    folder,
    urls: [`https://127.0.0.1:${tls}`, `http://127.0.0.1:${plain}`],
    ports: [plain, tls],
  });
};

const startHaproxy: StartProxy = async ({ environment, upstream, edit = (text) => text }) => {
  const folder = makeFolder();
  const [plain, tls] = [await freePort(), await freePort()];
  const { both } = makeCertificate(folder, environment);
  const syslog = await openSyslog();
  const example = readFileSync('deploy/haproxy.cfg', 'utf8');
  const configuration = substitute(example, {
    'log /dev/log local0': `log ${syslog.address} local0`,
    'user haproxy': '',
    'group haproxy': '',
    'bind *:80\n': `bind 127.0.0.1:${plain}\n`,
    'bind *:443 ': `bind 127.0.0.1:${tls} `,
    'bind :::80 v6only\n': '\n',
    'bind :::443 v6only ssl crt /etc/haproxy/refer.example.org.pem alpn h2,http/1.1': '',
    '/etc/haproxy/refer.example.org.pem': both,
    'server one 127.0.0.1:3000': `server one ${upstream}`,
    'timeout server 60s': 'timeout server 1s',
  });
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, edit(configuration));
  const proxy = await run('haproxy', ['-db', '-f', path], environment, {
    folder,
    urls: [`https://127.0.0.1:${tls}`, `http://127.0.0.1:${plain}`],
    ports: [plain, tls],
  });
  return { ...proxy, stop: async () => `${await proxy.stop()}\n${await syslog.close()}` };
};

export const PROXIES = { caddy: startCaddy, nginx: startNginx, haproxy: startHaproxy };

const makeFolder = () => mkdtempSync(join(tmpdir(), 'referral-desk-proxy-'));

/** Replaces texts that must all be there: an example that has changed must not be tested half substituted. */
function substitute(example: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The example has no '${from}' any more`);
    return text.replaceAll(from, to);
  }, example);
}

function makeCertificate(folder: string, env: ProxyEnvironment) {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost';
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', ...options.split(' '), '-keyout', key, '-out', certificate],
    { env, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { certificate, key, both };
}

/** Receives what a program sends to syslog. */
async function openSyslog() {
  const socket = createSocket('udp4');
  const messages: string[] = [];
  socket.on('message', (message) => messages.push(message.toString()));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    /** Returns all messages. The last one is its own, so that none is still on its way. */
    async close(): Promise<string> {
      const last = 'end of the log';
      socket.send(last, port, '127.0.0.1');
      while (messages.at(-1) !== last) await once(socket, 'message');
      socket.close();
      return messages.join('\n');
    },
  };
}

interface Started {
  /** Removed in the end; the log files are in it. */
  readonly folder: string;
  readonly urls: readonly string[];
  readonly ports: readonly number[];
}

/** Runs a proxy and waits until it listens. */
async function run(
  program: string,
  args: readonly string[],
  env: ProxyEnvironment,
  { folder, urls, ports }: Started,
): Promise<Proxy> {
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const closed = once(child, 'close');
  const until = Date.now() + START_LIMIT;
  while (!(await Promise.all(ports.map(isListening))).every(Boolean)) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`${program} did not start:\n${output}`);
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  return {
    urls,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      const files = readdirSync(folder).filter((name) => name.endsWith('.log'));
      const written = files.map((name) => readFileSync(join(folder, name), 'utf8'));
      rmSync(folder, { recursive: true, force: true });
      return [output, ...written].join('\n');
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
