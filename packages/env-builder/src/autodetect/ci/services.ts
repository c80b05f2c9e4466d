/** A service that tests connect to on localhost, as the distribution packages it. */
export interface Service {
  readonly name: string;
  /** Packages of the distribution. */
  readonly packages: readonly string[];
  /** Lines of setup_system.sh. They run as root, offline, before every run of the suite. */
  readonly start: string;
}

const wait = (command: string): string =>
  `for _ in $(seq 60); do ${command} >/dev/null 2>&1 && break; sleep 0.5; done`;

const SERVICES: readonly (Service & { readonly image: RegExp })[] = [
  {
    name: 'postgresql',
    image: /(^|\/)(postgres|postgresql|postgis)(:|$|\/)/i,
    packages: ['postgresql'],
    // Anybody in the container may connect, as in the images that continuous integration uses.
    start: `for conf in /etc/postgresql/*/main/pg_hba.conf; do
  printf 'local all all trust\\nhost all all 127.0.0.1/32 trust\\nhost all all ::1/128 trust\\n' >"$conf"
done
sed -i 's/^ssl = on/ssl = off/' /etc/postgresql/*/main/postgresql.conf
service postgresql start
${wait('pg_isready --quiet --host 127.0.0.1')}
setpriv --reuid=postgres --regid=postgres --init-groups psql --quiet --command "ALTER USER postgres PASSWORD 'postgres'"
for name in root bench test NAMES; do
  setpriv --reuid=postgres --regid=postgres --init-groups createuser --superuser "$name"
  setpriv --reuid=postgres --regid=postgres --init-groups createdb --owner "$name" "$name"
done`,
  },
  {
    name: 'mysql',
    image: /(^|\/)(mysql|mariadb|percona)(:|$|\/)/i,
    packages: ['mariadb-server'],
    start: `install -d -o mysql -g mysql /run/mysqld
service mariadb start || (mariadbd-safe --user=mysql &)
${wait('mysqladmin ping')}
mysql --execute "ALTER USER 'root'@'localhost' IDENTIFIED BY ''; CREATE USER IF NOT EXISTS 'root'@'127.0.0.1'; GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION; CREATE DATABASE IF NOT EXISTS test"
for name in NAMES; do mysql --execute "CREATE DATABASE IF NOT EXISTS $name"; done`,
  },
  {
    name: 'redis',
    image: /(^|\/)(redis|valkey|redis-server|redis-stack)(:|$|\/)/i,
    packages: ['redis-server'],
    start: `redis-server --daemonize yes --save '' --dir /tmp
${wait('redis-cli ping')}`,
  },
  {
    name: 'rabbitmq',
    image: /(^|\/)rabbitmq(:|$|\/)/i,
    packages: ['rabbitmq-server'],
    start: `export RABBITMQ_NODENAME=rabbit@localhost
service rabbitmq-server start || (rabbitmq-server -detached)
${wait('rabbitmqctl await_startup --timeout 1')}`,
  },
  {
    name: 'xvfb',
    image: /(^|\/)xvfb(:|$|\/)/i,
    packages: ['xvfb', 'xauth'],
    start: `Xvfb :99 -screen 0 1280x1024x24 -nolisten tcp >/dev/null 2>&1 &
${wait('test -e /tmp/.X11-unix/X99')}`,
  },
  {
    name: 'memcached',
    image: /(^|\/)memcached(:|$|\/)/i,
    packages: ['memcached'],
    start: 'memcached -d -u nobody -l 127.0.0.1',
  },
];

/**
 * Returns the service of a container image or of a name such as `postgresql`; undefined if unknown.
 * @param names - Users and databases that must exist. Others than plain words are ignored.
 */
export function serviceOf(image: string, names: readonly string[] = []): Service | undefined {
  const found = SERVICES.find((service) => service.image.test(image));
  if (found === undefined) return undefined;
  const plain = [...new Set(names)].filter((name) => /^[a-z]\w*$/i.test(name));
  const start = found.start.replaceAll('NAMES', plain.join(' ')).replaceAll(/ +;/g, ';');
  return { name: found.name, packages: found.packages, start };
}
