import type { Configuration } from "../../core/configuration/model.ts";
import { hostOfPath, languageOfPath, phaseSteps } from "../../languages.ts";
import { afterPush } from "../../push/reviewed.ts";
import type { Session } from "../../push/session/session.ts";
import { type JobSide, jobsIn, reviewJobs } from "../../review/jobs.ts";
import { type ReviewSide, reviewRulesets, wholeReview } from "../../review/review.ts";
import { configurationInCommit } from "../../workspace/configuration/commit.ts";
import type { ConfigurationSource } from "../../workspace/configuration/files.ts";
import { mayConfigure, type OpenConfiguration } from "../documents/configurations.ts";
import { pathOf } from "../files/disk.ts";
import type { ReviewAnswer, ServiceRulesAnswer } from "../protocol.ts";
import { openOne } from "./running/files.ts";
import { refuse } from "./running/refused.ts";
import type { Command, Running } from "./running/running.ts";

/** The effect of the editor's rules on requests, compared with a commit or the service. */
export const review: Command = {
  title: "Reviewing",
  async run(running): Promise<ReviewAnswer> {
    const { args } = running;
    const files = await filesOf(running);
    const folder = pathOf(files.folder) ?? files.folder;
    const own = jobsOf(files.sources, ({ file }) =>
      (pathOf(file) ?? file).slice(folder.length + 1),
    );
    if (files.configuration.rulesets.length + own.jobs.length === 0)
      refuse("There are no rules or jobs here. Open a folder with rules, Terraform or rulesets.");
    const sides =
      args.commit === undefined
        ? await sidesWithService(running, files)
        : await sidesWithCommit(files, args.commit);
    const rulesets = reviewRulesets(sides.before, sides.after);
    // Those on the service are in the side view.
    const jobs = sides.jobs ? reviewJobs(sides.jobs, own, sides.after.configuration.forgotten) : [];
    const whole = wholeReview(sides.before, sides.after, rulesets);
    const titles = phaseSteps.map(({ phase, title }) => [phase, title] as const);
    return {
      review: { version: 1, ...whole, rulesets, jobs },
      before: sides.name,
      titles: Object.fromEntries(titles),
      uris: files.uris,
      notRead: sides.notRead,
    };
  },
};

/** Reads the rules on the service, so that traces can be compared with them. */
export const serviceRules: Command = {
  title: "Reading rules",
  async run(running): Promise<ServiceRulesAnswer> {
    const files = await filesOf(running);
    const read = await readService(running, files);
    running.editor.configurations.keepService(running.args.uri, read.configuration);
    return { where: read.name, notRead: read.notRead };
  },
};

function filesOf({ editor, args }: Running): Promise<OpenConfiguration> {
  editor.configurations.forgetFiles();
  return editor.configurations.around(args.uri ?? args.uris?.[0], false);
}

interface Sides {
  readonly before: ReviewSide;
  readonly after: ReviewSide;
  readonly name: string;
  readonly notRead: readonly string[];
  /** Those before, if they are known. */
  readonly jobs?: JobSide;
}

async function sidesWithCommit(files: OpenConfiguration, commit: string): Promise<Sides> {
  const folder = pathOf(files.folder);
  const before =
    folder === undefined
      ? undefined
      : await configurationInCommit(
          folder,
          commit,
          mayConfigure,
          (all) => jobsOf(all, (it) => it.path),
          files.configuration.modules,
        );
  if (!before)
    return refuse(`There is no commit '${commit}' here, or the folder is not in a Git repository.`);
  const { found: jobs } = before;
  const { modules } = before.configuration;
  const isNew = modules.some((it) => !files.configuration.modules.includes(it));
  const after = isNew ? { ...files, configuration: files.withModules(modules) } : files;
  const name = commit === "HEAD" ? "the last commit" : commit;
  return { before: sideOf(before), after: sideOf(after), name, notRead: [], jobs };
}

function jobsOf(
  sources: readonly ConfigurationSource[],
  nameOf: (source: ConfigurationSource) => string,
): JobSide {
  const known = sources.flatMap((source) => {
    const { path, file, text, context } = source;
    const language = languageOfPath(file) ?? hostOfPath(file);
    return language ? [{ path, name: nameOf(source), text, context, language }] : [];
  });
  return jobsIn(known, "after");
}

async function sidesWithService(running: Running, files: OpenConfiguration): Promise<Sides> {
  const read = await readService(running, files);
  const { context } = files;
  const before: ReviewSide = { configuration: read.configuration, context };
  const { session, name, notRead } = read;
  const configuration = await pushedInto(read.configuration, session, files);
  return { before, after: { ...sideOf(files), configuration }, name, notRead };
}

async function readService(running: Running, { configuration }: OpenConfiguration) {
  const { session } = await openOne(running);
  const read = await session.service.configuration(session.place, configuration);
  const { zoneName, profile } = await session.where();
  return { ...read, session, name: zoneName ?? profile };
}

/** The configuration of the service after a push of the texts in the editor. */
async function pushedInto(
  service: Configuration,
  session: Session,
  { configuration, sources }: OpenConfiguration,
): Promise<Configuration> {
  const { folder } = await session.where();
  const inFolder = new Map(
    sources.flatMap(({ path, file, text }) => {
      const full = pathOf(file) ?? file;
      const name = full.slice(folder.length + 1);
      return full.startsWith(`${folder}/`) ? [[path, { name, text }] as const] : [];
    }),
  );
  const texts = new Map([...inFolder.values()].map(({ name, text }) => [name, text]));
  const { files } = session;
  const asOpen = { ...files, read: (path: string) => texts.get(path) ?? files.read(path) };
  const nameOf = (shown: string) => inFolder.get(shown)?.name;
  return afterPush(service, configuration, { ...session, files: asOpen }, nameOf);
}

function sideOf({
  configuration,
  context,
  sources,
}: Pick<OpenConfiguration, "configuration" | "context" | "sources">): ReviewSide {
  const texts = new Map(sources.map((it) => [it.path, it.text]));
  return {
    configuration,
    context,
    sourceOf: ({ place }) => place && texts.get(place.path)?.slice(place.start, place.end),
  };
}
