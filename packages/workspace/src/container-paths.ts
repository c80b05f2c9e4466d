/** Paths inside the containers. They are part of the contract with recipes and agents. */
export const HARNESS = '/opt/refbench';
export const SCRIPTS = '/scripts';
export const TESTBED = '/testbed';
export const HOME = '/home/bench';
export const TASK = '/task';
export const PATCH = '/patch';
export const VERDICT = '/verdict';
export const GATEWAY_SOCKET = '/run/gateway';
export const PACKAGES_SOCKET = '/run/packages';
export const PACKAGE_FILES = '/opt/packages';
/** Programs of the agent's container, of which the forwarder serves every container with a door. */
export const FORWARDER = '/opt/forwarder';
export const CHECKER_SOCKET = '/run/checker';
export const GIVEN = '/given';

/** Address of the forwarder inside the container. */
export const GATEWAY_URL = 'http://127.0.0.1:8080';

/** Writable folders. They share the storage limit. */
export const WRITABLE: readonly string[] = [TESTBED, HOME, '/tmp', '/var/tmp'];
