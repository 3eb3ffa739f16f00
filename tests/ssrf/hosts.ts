/** Splits a list of words. */
const words = (text: string): string[] => text.trim().split(/\s+/);

/** Metadata services of clouds, and one or two addresses of every forbidden range. */
export const V4_TARGETS = words(`
  169.254.169.254 100.100.100.200 192.0.0.192 168.63.129.16
  127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 0.0.0.0 100.64.0.1 192.0.2.1 192.88.99.1
  198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255
`);

/** One of every forbidden range, as eight groups. */
export const V6_TARGETS = words(`
  fd00:ec2:0:0:0:0:0:254 fd20:ce:0:0:0:0:0:254 0:0:0:0:0:0:0:0 0:0:0:0:0:0:0:1 fc00:0:0:0:0:0:0:1 fe80:0:0:0:0:0:0:1
  febf:ffff:0:0:0:0:0:1 fec0:0:0:0:0:0:0:1 ff02:0:0:0:0:0:0:1 100:0:0:0:0:0:0:1 2001:0:4136:e378:8000:63bf:3fff:fdd2
  2001:db8:0:0:0:0:0:1 2001:10:0:0:0:0:0:1 2002:7f00:1:0:0:0:0:1 3fff:fff:0:0:0:0:0:1 5f00:0:0:0:0:0:0:1
  64:ff9b:1:0:0:0:0:1 4000:0:0:0:0:0:0:1
`);

/** Names that resolve only inside a network, and spellings that a URL parser normalises to them. */
export const INSIDE_NAMES = [
  ...words(`
    localhost LOCALHOST LocalHost localhost. localhost.. LOCALHOST. foo.localhost a.b.localhost. localhost.localdomain
    ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ %6c%6f%63%61%6c%68%6f%73%74 local%68ost localhoſt
    localhost6 ip6-localhost ip6-loopback loopback printer.local PRINTER.LOCAL.
    kubernetes kubernetes.default.svc kubernetes.default.svc.cluster.local host.docker.internal gateway.docker.internal
    metadata metadata.google.internal metadata.google.internal. METADATA.GOOGLE.INTERNAL metadata｡google｡internal
    instance-data instance-data.ec2.internal postgres redis nas.lan intranet wiki.intranet wiki.corp router.home
    router.home.arpa db.private
  `),
  'l\tocalhost',
  'local\nhost',
  'loc\u00adalhost',
  'local\u200bhost',
];

/** Schemes that some clients follow to files or other protocols. */
export const OTHER_SCHEMES = words(
  'file ftp gopher dict ldap ws wss redis data javascript blob jar unix view-source tftp sftp netdoc',
);

/** Invalid URLs, and URLs with user names. */
export const REFUSED_ANYWHERE = [
  ...words(`
    http://user@example.com/ https://user:pass@example.com/ https://127.0.0.1@example.com/ http://:pw@example.com/
    http http: http:// http:/// https://? https://# //127.0.0.1/ /hook example.com 127.0.0.1
    http://[::1 http://::1/ http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/ http://[::1]a/ http://[127.0.0.1]/
    http://256.0.0.1/ http://127.0.0.1.1/ http://0x100000000/ http://4294967296/ http://127.0.0.09/ http://1.2.3.4.5/
    http://127.0.0.1:99999/ http://127.0.0.1%00.example.com/ http://127.0.0.1%2f.example.com/
  `),
  '',
  ' ',
  'http://exa mple.com/',
];

/** Public URLs, including neighbours of forbidden ranges and names that look like forbidden addresses. */
export const PUBLIC_URLS = words(`
  https://example.com/webhooks http://example.com/ https://example.com:8443/a?b=c#d HTTPS://EXAMPLE.COM/ https://example.com./
  https://hooks.example.co.uk/in/T000/B000 https://bücher.example/hook https://xn--bcher-kva.example/ https://例え.テスト/
  https://localhost.example.com/ https://127.0.0.1.example.com/ https://local.example.com/ https://internal.example.com/
  https://mylocalhost.com/ https://notinternal.net/ https://10.example.org/ https://a_b.example.com/ https://0x7f.example.com/
  https://8.8.8.8/ https://1.1.1.1/ http://134744072/ http://0x08.8.8.8/ http://9.255.255.255/ http://11.0.0.0/
  http://100.63.255.255/ http://100.128.0.0/ http://126.255.255.255/ http://128.0.0.1/ http://169.253.255.255/
  http://169.255.0.0/ http://172.15.255.255/ http://172.32.0.0/ http://192.0.1.0/ http://192.167.255.255/
  http://192.169.0.0/ http://198.17.255.255/ http://198.20.0.0/ http://203.0.112.255/ http://223.255.255.255/
  http://168.63.129.17/ https://[2606:4700:4700::1111]/ https://[2001:4860:4860::8888]:8443/ https://[2003::1]/
  https://[2a00:1450:4001:81b::200e]/ https://[2001:200::1]/ https://[64:ff9b::808:808]/
  https://[2001:470:1:2:0:5efe:8.8.8.8]/
`);
