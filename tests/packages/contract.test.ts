import type * as given from '@tenfold/session';
import { expectTypeOf, it } from 'vitest';
import type { StartupValue } from '../../packages/server/src/process/startup-values.ts';
import type * as context from '../../packages/web/src/api/context-contract.ts';
import type * as web from '../../packages/web/src/api/contract.ts';
import type * as settings from '../../packages/web/src/api/settings-contract.ts';

// The web app knows the server by its HTTP alone and says for itself what it reads. Here the type checker compares the two.

it('the web app reads what the server gives', () => {
  expectTypeOf<given.Session>().toExtend<web.Session>();
  expectTypeOf<given.EntryPage>().toExtend<web.EntryPage>();
  expectTypeOf<given.Job>().toExtend<web.Job>();
  expectTypeOf<given.ContextStatus>().toExtend<web.ContextStatus>();
  expectTypeOf<given.ContextPage>().toExtend<context.ContextPage>();
  expectTypeOf<given.PastContextPage>().toExtend<context.PastContextPage>();
  expectTypeOf<given.PastRequests>().toExtend<context.PastRequests>();
  expectTypeOf<given.Run>().toExtend<web.Run>();
  expectTypeOf<given.FoldView>().toExtend<web.FoldView>();
  expectTypeOf<given.FoldEstimate>().toExtend<web.Estimate>();
  expectTypeOf<given.CheckpointView>().toExtend<web.Checkpoint>();
  expectTypeOf<given.Branch>().toExtend<web.Branch>();
  expectTypeOf<given.LabColumn>().toExtend<web.LabColumn>();
  expectTypeOf<given.SearchHit>().toExtend<web.SearchHit>();
  expectTypeOf<given.RecoverableSession>().toExtend<web.RecoverableSession>();
  expectTypeOf<given.ProfileView>().toExtend<settings.Profile>();
  expectTypeOf<given.ProfileTest>().toExtend<settings.ProfileTest>();
  expectTypeOf<given.ModelView>().toExtend<settings.ModelLimits>();
  expectTypeOf<given.PresetView>().toExtend<settings.Preset>();
  expectTypeOf<given.ProjectView>().toExtend<settings.Project>();
  expectTypeOf<given.EffectiveValue>().toExtend<settings.EffectiveValue>();
  expectTypeOf<given.SettingsDiff>().toExtend<settings.SettingsDiff>();
  expectTypeOf<given.Memory>().toExtend<settings.Memory>();
  expectTypeOf<given.MetricsSummary>().toExtend<settings.MetricsSummary>();
  expectTypeOf<StartupValue>().toExtend<settings.StartupValue>();
});

it('the server takes what the web app wishes for', () => {
  expectTypeOf<settings.ProfileWish>().toExtend<given.ProfileWish>();
  expectTypeOf<settings.ModelWish>().toExtend<given.ModelWish>();
  expectTypeOf<settings.PresetWish>().toExtend<given.PresetWish>();
});
