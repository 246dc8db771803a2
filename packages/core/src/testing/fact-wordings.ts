/** Where a fact was planted. */
export type FactPlace = 'user' | 'assistant' | 'tool-result' | 'tool-arguments';

/** A way to say something that later work needs. Slots stand in braces, what must survive in double brackets. */
export interface Wording {
  readonly kind: WordingKind;
  readonly places: readonly FactPlace[];
  readonly text: string;
}

/** What facts look like where they really stand. */
export type WordingKind = keyof typeof WORDINGS;

const RESULT: readonly FactPlace[] = ['tool-result'];
const ARGUMENTS: readonly FactPlace[] = ['tool-arguments'];
const SAID: readonly FactPlace[] = ['user', 'assistant'];
const TALK: readonly FactPlace[] = ['user', 'assistant', 'tool-result', 'tool-arguments'];

const WORDINGS = {
  log: [
    RESULT,
    `WARN replica lag {nn}s on shard [[{noun}-{d}]]
2026-03-{dd} {hh}:{mm}:07 INFO worker [[{noun}{d}]] took over the lease
{hh}:{mm}:11.402 [scheduler] job [[{noun}-import]] skipped, window closed
level=warn msg="slow query" table=[[{noun}_events]] took={nnnn}ms
[cron] next run of [[{noun}-sweep]] in {nn} min
I0{nnn} {hh}:{mm}:22.1 node.go:41] drained node [[{noun}-{id}]]
nginx: upstream [[{noun}.internal:{port}]] timed out
kernel: oom-killer picked pid {nnnn} ([[{noun}d]])
Retrying in {nn}s, attempt 3 of 5, endpoint [[/v2/{noun}]]
2026/04/{dd} {hh}:{mm}:59 purge finished, [[{nnnnn} objects]] left in bucket
audit user=[[{name}.{noun}]] action=revoke grant=read
[worker 7] checksum mismatch for block [[{id}{id}]]
deploy: pinned image to [[{noun}:{v}]]
DEBUG cache miss ratio [[0.{nnn}{d}]] over {nn} min
consumer group [[{noun}-sink]] is {nnnnn} messages behind
db: migration [[{nnnn}_{noun}]] left half applied`,
  ],
  cell: [
    RESULT,
    `| [[{noun}-{d}]] | {nn} % | degraded |
| {name} | [[{noun} desk]] | on leave until {day} |
{noun}-east    Running   [[10.{nn}.{nn}.{nnn}]]   {nn}d
{noun}\t[[{nnnn}.{dd}]]\tEUR
{nn}  [[{noun}_ledger]]  {nnn} MB  locked
| {date} | [[{noun} outage]] | {nn} min |
pod/[[{noun}-{id}]]   0/1   CrashLoopBackOff   {nn}
{name} {noun},[[{nnnnn}]],overdue
{noun}.csv   [[{nnnnn} rows]]   {hh}:{mm}
{d}. {name} [[{hh}:{mm}.{nn}]] {noun} relay
vlan {nn}   [[{noun}-lab]]   trunk
{noun}   owner=[[{name}_{nn}]]   ttl=7d
0x{id}  [[{noun}Handler]]  weak
seat [[{nn}{L}]]  {name}  {noun} class
lot {nnnn} | [[{noun} resin]] | expires {date}
{noun}-queue    depth=[[{nnnnn}]]    paused`,
  ],
  json: [
    ['tool-result', 'tool-arguments'],
    `"assignee": "[[{name}-{noun}]]"
"region": "[[{noun}-{d}]]"
"coupon": "[[{noun}{nn}]]"
"timeout_{noun}": [[{nnnnn}]]
"fallback": "[[{noun}.svc]]"
"reservation": "[[{ID}]]"
"lock_holder": "[[{noun}@{id}]]"
"pinned_{noun}": "[[{v}]]"
"seat": "[[{nn}{L}]]", "cabin": "{noun}"
"webhook": "https://hooks.example/[[{noun}/{id}]]"
"parent": "[[{noun}-{nnn}]]"
"canary": "[[{noun} {nn} percent]]"
"balance_{noun}": [[{nnnn}.{dd}]]
"topic": "[[{noun}.raw.v{d}]]"
"reviewer": "[[{name} {noun}]]"
"snapshot": "[[snap-{id}]]"`,
  ],
  said: [
    SAID,
    `By the way, the build box under {name}'s desk is called [[{noun}-{d}]].
We promised [[{noun} Logistics]] an answer before {day}.
My sister {name} moves to [[{noun} Bay]] next month.
It only breaks when the [[{noun} plugin]] loads first.
The contract says {nnnn} units, but {name} told me [[{nnnnn}]].
You can reach the vendor at [[{name}@{noun}.example]].
Our test customer lives in tenant [[{noun}{nn}]].
I left the spare key with {name} at the [[{noun} bakery]].
The old handler swallowed [[{noun}Timeout]], so nobody saw it.
I'm allergic to [[{noun} nuts]], in case that matters for the menu.
Half of the traffic comes through [[{noun}-cdn]] these days.
What we measured on Tuesday was [[{nnnn} requests]] a second.
{name} wants the banner in [[{noun} green]].
The dog is called [[{noun}]] and hates the vacuum.
They moved the stand-up to [[{hh}:{mm}]] because of {name}.
Her flight number was [[{L}{L}{nnnn}]].`,
  ],
  decision: [
    SAID,
    `We went with [[{noun}DB]] since the other one cannot do partial indexes.
So it is settled: [[{noun} mode]] stays off until {name} is back.
I picked a window of [[{nnnn} ms]], anything less and it flaps.
Let's not split the table, [[{noun}_id]] is enough as a key.
{name} vetoed the rename, so [[{noun}Gate]] keeps its name.
After the spike we dropped [[{noun}-js]] in favour of plain fetch.
The rollout happens in [[{noun} week]], not earlier.
Agreed with {name}: refunds above [[{nnnn} euros]] need two signatures.
The cheaper option won, that is the [[{noun} tariff]].
We keep the shim because [[{noun} clients]] still call it.
Paint it [[{noun} grey]], the samples looked wrong in daylight.
I reverted the cache change; it poisoned [[{noun} sessions]].
Tests for [[{noun}Parser]] come first, then the fix.
We take the [[{hh}:{mm}]] train, the later one has no seats.
Backups go to [[{noun}-vault]] from now on.
Given the noise, threshold [[0.{nnn}{d}]] it is.`,
  ],
  refusal: [
    SAID,
    `{name} said no to the [[{noun} migration]] this quarter.
They will not let us into the [[{noun} subnet]].
Legal turned down the [[{noun} clause]].
I can't share the [[{noun} roster]], it has health data in it.
Not an option: [[{noun}-runner]] has no licence for that.
The bank rejected transfer [[{nnnnn}-{d}]].
No luck with [[{noun} support]], they closed the ticket.
We may not store [[{noun} scans]] longer than a week.
{name} doesn't eat [[{noun}]] any more.
The airline would not rebook [[{ID}]].
Nobody is allowed to page [[{noun} oncall]] for this.
I refuse to ship without [[{noun} signing]].
The landlord won't have a [[{noun} fence]].
Apple pulled [[{noun} Reader]] from the store.
Please leave [[{noun}.toml]] alone.
The [[{noun} committee]] postponed it to {day}.`,
  ],
  command: [
    ARGUMENTS,
    `kubectl -n [[{noun}-prod]] rollout undo deploy/api
curl -s http://[[{noun}.lan:{port}]]/health
git cherry-pick [[{id}{d}]]
psql -h [[{noun}-db]] -c 'select 1'
ssh ops@[[10.{nn}.{nn}.{nnn}]] uptime
make -C tools [[{noun}-fixtures]]
docker run --rm [[{noun}/agent:{v}]]
terraform apply -target=module.[[{noun}_edge]]
pytest -k [[test_{noun}_{d}]] -x
rsync -a out/ [[{noun}:/srv/{id}]]
aws s3 cp dump.gz s3://[[{noun}-{nnn}]]/
redis-cli -p {port} get [[{noun}:{nnn}]]
npm i [[@{noun}/core@{v}]]
crontab -l | grep [[{noun}-nightly]]
openssl x509 -in [[{noun}.pem]] -noout
systemctl restart [[{noun}@{d}]]`,
  ],
  error: [
    RESULT,
    `error[E0{nnn}]: no method [[{noun}_into]] in scope
TypeError: cannot read [[{noun}Map]] of undefined
FAILED tests/test_{noun}.py::[[test_{noun}_rounds]]
fatal: ref [[{noun}/wip]] is locked
panic: [[{noun}: index {nn} out of range]]
SQLSTATE[23505] duplicate key [[uq_{noun}_{d}]]
ld: symbol [[_{noun}_init]] not found
HTTP 409: lock held by [[{noun}-{id}]]
ValueError: bad unit [[{noun}s]] in row {nnn}
E: package [[lib{noun}{d}]] has no candidate
quota exceeded for project [[{noun}-{nnnn}]]
x509: certificate for [[{noun}.dev]] expired {date}
ENOSPC while writing [[{noun}.wal]]
assertion failed: left [[{nnnnn}]] right {nnn}
warning: [[{noun}_flag]] is deprecated, use the new one
exit status {nn}: [[{noun} daemon]] not running`,
  ],
  config: [
    ['tool-result', 'tool-arguments'],
    `{noun}_max_conns = [[{nnnn}{d}]]
export [[{NOUN}_HOME]]=/opt/x
listen [[{port}]]; # {noun} only
  - name: [[{noun}-cache]]
[profile.[[{noun}]]]
retention: [[{nn}d]] # {noun} policy
set -g prefix-{noun} [[C-{L}]]
<server id="[[{noun}{d}]]"/>
CODEOWNERS: /api @[[{noun}-team]]
server.{noun}.batch=[[{nnnn}]]
ALLOW [[{noun}.example.org]] 443
alias [[{noun}ctl]]=./bin/x
"{noun}": {"retries": [[{nnnn}]]}
Host [[{noun}-jump]]
FROM registry.local/[[{noun}:{v}]]
TZ_{noun}=[[Area/{Noun}]]`,
  ],
  date: [
    TALK,
    `The {noun} licence runs out on [[{date}]].
{name}'s exam was moved to [[{day} the {dd}th]].
Freeze for {noun} begins [[{date} {hh}:{mm}]].
We met in [[{Noun}]] on {date}, before the move.
The {noun} audit took from Monday to [[{date}]].
Invoice {nnnn} is due [[{date}]], {noun} pays late.
Her birthday is [[{dd} {month}]], {name} reminded me.
The {noun} lease ends in [[{month} 20{nn}]].
Last {noun} backup that restored: [[{date}T{hh}:{mm}]].
The workshop with {name} is the [[{dd}th of {month}]].
First seen {date} in [[{noun} build {nnn}]].
Delivery slot [[{hh}:{mm} to {hh}:59]], ring at {noun}.
The {noun} trial ended [[{nn} days]] early.
{noun} goes dark at [[{hh}:{mm} UTC]].
Pension of {name} starts [[{month} {dd}]].
Expiry of the {noun} token: [[{date}]].`,
  ],
  name: [
    TALK,
    `Ask [[{name} {Noun}]] before anything ships.
The ticket sits with [[{Noun} {name}]] now.
{name} renamed the project to [[{Noun} Harbour]].
Our contact there is a Mr [[{Noun}]].
The paper by [[{Noun} and {name}]] covers this.
Room [[{Noun} {d}]] has the projector.
We stay at [[Hotel {Noun}]].
The horse is called [[{Noun} {Name2}]].
Codename for the launch: [[{Noun} Tide]].
She teaches at [[{Noun} College]].
The branch belongs to [[{name}-{noun}]].
Our landlord, [[Ms {Noun}]], has the plan.
The band was [[The {Noun} Lines]].
File it under [[{Noun} vs {Name2}]].
The class that owns it is [[{Noun}Broker]].
Vendor of record: [[{Noun} & Sons]].`,
  ],
  path: [
    ['tool-result', 'tool-arguments', 'assistant'],
    `the dump landed in [[/var/tmp/{noun}-{id}]]
see [[docs/{noun}/setup.md]] first
cover.out written to [[build/{noun}.html]]
- [[internal/{noun}/lease.go]]
import x from './[[{noun}-{d}.js]]'
moved to [[archive/20{nn}/{noun}]]
C:\\\\data\\\\[[{noun}{nn}.bak]]
template: [[views/_{noun}.erb]]
fixture [[{noun}_{nnn}.json]] is stale
core dumped: [[core.{noun}.{nnnn}]]
stub at [[src/{noun}/{name}.kt]]
[[{noun}.service]] overrides it
patch: [[0{nnn}-{noun}.patch]]
mounted at [[/mnt/{noun}{d}]]
logs rotate into [[{noun}.log.{nn}]]
rendered [[{noun}-{nnn}.png]]`,
  ],
  amount: [
    TALK,
    `The {noun} quote came in at [[{nnnnn} euros]].
Latency of {noun} fell to [[{nnn}.{d} ms]].
{name} ran it in [[{nn}:{dd} minutes]], a {noun} record.
The {noun} tank holds [[{nnnn} litres]].
Deposit for the {noun} flat: [[{nnnn} francs]].
We are [[{nnnn} tokens]] over the {noun} limit.
The {noun} model scored [[0.{nnn}{d}]].
Only [[{nnn} of {nnnn}]] {noun} rows matched.
{name} owes us [[{nnn}.{dd} dollars]].
Use [[{nnn} grams]] of {noun} flour.
The {noun} job peaked at [[{nnnn} MB]].
Speed on {noun} road: [[{nnn} km/h]].
{noun} shipped [[{nnnn} pallets]].
Error budget of {noun}: [[{d}.{nn} percent]].
The {noun} bridge is [[{nnn} m]] long.
{name} read [[{nnn} pages]] of {noun}.`,
  ],
} as const satisfies Record<string, readonly [readonly FactPlace[], string]>;

/** More than two hundred ways, in an order that does not change: those at even places may be tuned with, the others are held back. */
export const wordings: readonly Wording[] = Object.entries(WORDINGS).flatMap(([kind, [places, texts]]) =>
  texts.split('\n').map((text) => ({ kind: kind as WordingKind, places, text })),
);
