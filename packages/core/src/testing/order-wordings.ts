/**
 * Ways a person says what is to hold from then on, one a line, slots in braces. Even lines may be tuned with, odd ones never are: both
 * halves are reported.
 */
export const orderWordings: readonly string[] = `Never touch the {noun} module.
Leave everything under {noun}/ alone.
Always run the {noun} suite before you commit.
From here on, {noun} is read-only.
Do not add dependencies to {noun} without asking me.
Hands off {noun}-legacy, please.
From now on answer in German.
I prefer tabs over spaces in {noun}.
Use pnpm, not npm, in {noun}.
No emojis in the {noun} texts.
Keep every answer under {nn} words.
Commit messages in {noun} start with a verb.
Please write all {noun} dates as ISO 8601.
Whatever happens, the {noun} table stays as it is.
Don't push to {noun} yourself.
Anything older than {nn} days in {noun} may go, nothing else.
Only {name} may approve changes of {noun}.
I want a test for each fix in {noun}.
Make sure that {noun} still builds on Node {nn}.
Ask before you delete something in {noun}.
Avoid regular expressions in {noun}.
Tests for {noun} go beside the source, one file each.
You must not log the {noun} tokens.
Treat {noun} as frozen until {day}.
Prefer composition to inheritance in {noun}.
One commit per change, that's how we work on {noun}.
Stick to the wording of the {noun} ticket.
It would be nice if {noun} never needed a restart.
Speak to me in French about {noun}.
Money in {noun} is in cents, please stay with that.
Remember that {noun} is shared with the {name} team.
My rule for {noun}: measure first, then change.
Bitte antworte ab jetzt auf Deutsch, auch zu {noun}.
Ändere nichts an {noun}, bevor ich es gesehen habe.
Verwende in {noun} keine Abkürzungen.
Halte dich bei {noun} kurz.
Ne modifie jamais {noun} sans me demander.
Réponds toujours en deux phrases sur {noun}.
Utilise plutôt pnpm pour {noun}.
Laisse {noun} tel quel.
No toques {noun} hasta el {day}.
Responde siempre con ejemplos de {noun}.
Usa tabuladores en {noun}, no espacios.
Deja {noun} como está.
请不要修改 {noun} 模块。
以后用中文回答关于 {noun} 的问题。
{noun} には触らないでください。
{noun} の説明は短くしてください。
All names in {noun} are lower case.
Whenever you touch {noun}, bump its version.
Each endpoint of {noun} needs a timeout of {nn} s.
If a test of {noun} fails twice, stop and tell me.
Nothing in {noun} may block longer than {nn} ms.
The public API of {noun} must stay compatible with {v}.
Once {noun} is green, do not refactor it any further.
Be terse when you report on {noun}.
Call it {noun}, not {noun}-service.
Skip the {noun} tests unless I ask for them.
Quote the {noun} figures exactly as they stand in the table.
I don't want to see {noun} mocked anywhere.
We don't do default exports in {noun}.
Let me do the deploys of {noun}.
Every query on {noun} goes through {name}Repository.
Assume that {noun} has no network.
Stay on branch {noun}-{d} for all of this.
Put new strings of {noun} into the message catalogue.
Write comments in {noun} only where the reason is not obvious.
Explain each step before you run it on {noun}.
Under no circumstances print the key of {noun}.
Cap retries in {noun} at {d}.
Remember to keep the {noun} changelog current.
Format {noun} with the default settings.
Never mind speed, correctness of {noun} comes first.
Check with {name} before renaming columns of {noun}.
The tone of the {noun} mails should be friendly but short.
For the rest of this session {noun} means the staging one.
If in doubt about {noun}, take the simpler way.
Sign off on {noun} is mine alone.
Give me options instead of one answer on {noun}.
Work on {noun} in small steps, I review each of them.`.split('\n');
