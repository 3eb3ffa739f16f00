/** The services that an installation runs on. `counters` holds rate limits: Redis or Valkey. */
export type Service = 'postgresql' | 'nats' | 'counters';

/**
 * A supported version of a service. Its programs are those of a release of Debian: of this machine if it is that release, else taken from
 * the packages of the release.
 */
export type ServiceVersion = {
  service: Service;
  /** The product and the version that the service itself must report. */
  product: 'postgresql' | 'nats' | 'redis' | 'valkey';
  version: string;
  release: string;
  package: string;
  /** Where its programs are, below the root of a system. */
  folder: string;
  /** Names under which suites start its programs, and their file names. */
  programs: Record<string, string>;
};

/**
 * All supported versions, the oldest of each service first. A new version is one row here and one in docs/guides/versions.md;
 * `npm run test:versions` then runs it.
 */
export const supportedVersions: ServiceVersion[] = [
  postgresql('15', 'bookworm'),
  postgresql('17', 'trixie'),
  nats('2.9', 'bookworm'),
  nats('2.10', 'trixie'),
  counters('redis', '7', 'bookworm'),
  counters('valkey', '8', 'trixie'),
];

export const services: Service[] = ['postgresql', 'nats', 'counters'];

/** Returns the versions of a service, the oldest first. */
export const versionsOf = (service: Service, table = supportedVersions): ServiceVersion[] =>
  table.filter((row) => row.service === service);

/** Returns the name of a version as options and output have it: `postgresql-15`. */
export const nameOf = ({ product, version }: ServiceVersion): string => `${product}-${version}`;

function postgresql(version: string, release: string): ServiceVersion {
  const names = ['initdb', 'pg_ctl', 'postgres'];
  return {
    service: 'postgresql',
    product: 'postgresql',
    version,
    release,
    package: `postgresql-${version}`,
    folder: `usr/lib/postgresql/${version}/bin`,
    programs: Object.fromEntries(names.map((name) => [name, name])),
  };
}

function nats(version: string, release: string): ServiceVersion {
  const programs = { 'nats-server': 'nats-server' };
  return { service: 'nats', product: 'nats', version, release, package: 'nats-server', folder: 'usr/sbin', programs };
}

function counters(product: 'redis' | 'valkey', version: string, release: string): ServiceVersion {
  return {
    service: 'counters',
    product,
    version,
    release,
    package: `${product}-server`,
    folder: 'usr/bin',
    programs: { 'redis-server': `${product}-server`, 'redis-cli': `${product}-cli` },
  };
}
