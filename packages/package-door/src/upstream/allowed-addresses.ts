/** Whether an address belongs to one of the hosts, over HTTP, without a login in it. */
export function isAllowedAddress(address: string, hosts: ReadonlySet<string>): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && hosts.has(url.origin);
}
