/** What Epoch's benchmark files hold: which column is the score, in which scale, and what tells runs of one model apart. */

/** `fraction` is stored ×100, `percent` and `plain` as they are. */
type EpochScale = "fraction" | "percent" | "plain";

export interface EpochFile {
  /** File name without `.csv`. */
  file: string;
  benchmark: string;
  /** Column of the score. */
  score: string;
  scale: EpochScale;
  /** Address for rows that name none: the leaderboard Epoch read, or its own page of the benchmark. */
  home: string;
  /** Column of the row's own address; `Source link` when not said. */
  link?: string;
  /** Column of the day of the evaluation; without it rows count from the day of the archive. */
  date?: string;
  /** Columns that belong to the configuration, each with the words around its value. */
  configuration?: Readonly<Record<string, (cell: string) => string | null>>;
  /** Rows without `Model version` name their model in `Name`. Elsewhere that column holds agents and pipelines. */
  nameIsModel?: true;
  /** Column that is filled when the row is an agent built around models, not a model. */
  agentFlag?: string;
}

const HUB = "https://epoch.ai/benchmarks";

const asIs = (cell: string): string => cell;
/** `0`, `25-shot`, `3.0`, `few` → `0-shot`, `25-shot`, `3-shot`, `few-shot`. */
const shots = (cell: string): string => `${cell.replace(/-shot$/, "").replace(/\.0$/, "")}-shot`;
/** `claude-sonnet-4 (50 steps)` → `50 steps`: the agent is the model itself. */
const steps = (cell: string): string | null => /\((\d+ steps)\)/.exec(cell)?.[1] ?? null;
const frames = (cell: string): string => `${Number(cell)} frames`;
const tools = (cell: string): string | null => (cell === "None" ? null : `with ${cell}`);
const agentVersion = (cell: string): string => `SWE-agent ${cell}`;

/** Benchmarks that Epoch itself runs: they share their columns. */
const ownRun = (file: string, benchmark: string, page: string): EpochFile => ({
  file,
  benchmark,
  score: "mean_score",
  scale: "fraction",
  home: `${HUB}/${page}`,
  link: "Log viewer",
  date: "Started at",
});

/** Classic question sets, gathered by Epoch from papers: the number of examples shown tells runs apart. */
const fromPapers = (
  file: string,
  benchmark: string,
  score: string,
  home: string,
  more: Partial<EpochFile> = {},
): EpochFile => ({
  file: `${file}_external`,
  benchmark,
  score,
  scale: "fraction",
  home,
  configuration: { Shots: shots },
  nameIsModel: true,
  ...more,
});

/** Leaderboards that Epoch mirrors. */
const leaderboard = (
  file: string,
  benchmark: string,
  score: string,
  home: string,
  more: Partial<EpochFile> = {},
): EpochFile => ({ file: `${file}_external`, benchmark, score, scale: "fraction", home, ...more });

const paper = (id: string): string => `https://arxiv.org/abs/${id}`;

export const EPOCH_FILES: readonly EpochFile[] = [
  ownRun("chess_puzzles", "chess-puzzles", "chess-puzzles"),
  ownRun("frontiermath", "frontiermath", "frontiermath"),
  ownRun("frontiermath_tier_4", "frontiermath-tier-4", "frontiermath-tier-4"),
  ownRun("gpqa_diamond", "gpqa-diamond", "gpqa-diamond"),
  ownRun("math_level_5", "math-level-5", "math-level-5"),
  ownRun("otis_mock_aime_2024_2025", "otis-mock-aime", "otis-mock-aime-2024-2025"),
  ownRun("simpleqa_verified", "simpleqa-verified", "simpleqa-verified"),
  ownRun("swe_bench_verified", "swe-bench-verified", "swe-bench-verified"),

  fromPapers("adversarial_nli", "anli", "Score", paper("1910.14599")),
  fromPapers("arc_ai2", "arc-challenge", "Challenge score", paper("1803.05457")),
  fromPapers("arc_ai2", "arc-easy", "Easy score", paper("1803.05457")),
  fromPapers("bbh", "bbh", "Average", paper("2210.09261")),
  fromPapers("bool_q", "boolq", "Score", paper("1905.10044")),
  fromPapers("common_sense_qa_2", "commonsenseqa-2", "Score", paper("2201.05320")),
  fromPapers("gsm8k", "gsm8k", "EM", paper("2110.14168")),
  fromPapers("hella_swag", "hellaswag", "Overall accuracy", paper("1905.07830")),
  fromPapers("lambada", "lambada", "Score", paper("1606.06031")),
  fromPapers("mmlu", "mmlu", "EM", paper("2009.03300")),
  fromPapers("open_book_qa", "openbookqa", "Accuracy", paper("1809.02789")),
  fromPapers("piqa", "piqa", "Score", paper("1911.11641")),
  fromPapers("superglue", "superglue", "Score", "https://super.gluebenchmark.com/", {
    configuration: {},
  }),
  fromPapers("trivia_qa", "triviaqa", "EM", paper("1705.03551")),
  fromPapers("wino_grande", "winogrande", "Accuracy", paper("1907.10641")),
  leaderboard("science_qa", "scienceqa", "Score", "https://scienceqa.github.io/leaderboard.html"),

  leaderboard(
    "aider_polyglot",
    "aider-polyglot",
    "Percent correct",
    "https://aider.chat/docs/leaderboards/",
    { scale: "percent", date: "Date of evaluation", configuration: { "Edit format": asIs } },
  ),
  leaderboard("apex_agents", "apex-agents", "Pass@1 score", HUB),
  leaderboard("arc_agi", "arc-agi-1", "Score", "https://arcprize.org/leaderboard"),
  leaderboard("arc_agi_2", "arc-agi-2", "Score", "https://arcprize.org/leaderboard"),
  leaderboard("balrog", "balrog", "Average progress", "https://balrogai.com/", {
    date: "Date added",
  }),
  leaderboard(
    "cad_eval",
    "cadeval",
    "Overall pass (%)",
    "https://willpatrick.xyz/cadevalresults_20250422_095709/",
  ),
  leaderboard("cybench", "cybench", "Unguided % Solved", "https://cybench.github.io/"),
  leaderboard(
    "deepresearchbench",
    "deep-research-bench",
    "Average score",
    "https://drb.futuresearch.ai",
    { agentFlag: "Agent" },
  ),
  leaderboard(
    "fictionlivebench",
    "fiction-livebench-120k",
    "120k token score",
    "https://fiction.live/stories/Fiction-liveBench-Mar-14-2025/oQdzQvKHw8JyXbN87/home",
  ),
  leaderboard("gdpval", "gdpval", "Win + tie rate (%)", "https://openai.com/index/gdpval/"),
  leaderboard("geobench", "geobench", "ACW Avg Score", "https://geobench.org/", {
    scale: "plain",
    configuration: { Tools: tools },
  }),
  leaderboard("gso", "gso", "Score OPT@1", "https://gso-bench.github.io/leaderboard.html", {
    date: "Evaluation date",
    configuration: { Scaffold: asIs },
  }),
  leaderboard("hle", "humanitys-last-exam", "Accuracy", "https://lastexam.ai/"),
  leaderboard(
    "lech_mazur_writing",
    "lech-mazur-writing",
    "Mean score",
    "https://github.com/lechmazur/Writing",
    { scale: "plain" },
  ),
  leaderboard("live_bench", "livebench-2024-11-25", "Global average", "https://livebench.ai/#/", {
    scale: "percent",
  }),
  leaderboard(
    "metr_time_horizons",
    "metr-time-horizon",
    "Time horizon",
    "https://metr.org/blog/2025-03-19-measuring-ai-ability-to-complete-long-tasks/",
    { scale: "plain", configuration: { "METR version": asIs } },
  ),
  leaderboard("os_world", "osworld", "Score", "https://os-world.github.io/", {
    scale: "percent",
    date: "Date added",
    configuration: { Agent: steps },
  }),
  leaderboard("posttrainbench", "posttrainbench", "Average (%)", HUB, {
    configuration: { Scaffold: asIs },
  }),
  leaderboard("simplebench", "simplebench", "Score (AVG@5)", "https://simple-bench.com/", {
    link: "Source link (site from table)",
  }),
  {
    file: "swe_bench_bash",
    benchmark: "swe-bench-verified-bash-only",
    score: "% Resolved",
    scale: "fraction",
    home: "https://www.swebench.com/",
    date: "Date run",
    configuration: { "SWE-Agent Release Version": agentVersion },
  },
  leaderboard(
    "terminalbench",
    "terminal-bench-2-0",
    "Accuracy mean",
    "https://www.tbench.ai/leaderboard/terminal-bench/2.0",
    { link: "Source Link", date: "Run date", configuration: { Agent: asIs } },
  ),
  leaderboard(
    "the_agent_company",
    "the-agent-company",
    "% Score",
    "https://the-agent-company.com/",
    { link: "Source link (site from table)", date: "Date" },
  ),
  leaderboard(
    "video_mme",
    "video-mme",
    "Overall (no subtitles)",
    "https://video-mme.github.io/home_page.html#leaderboard",
    { configuration: { Frames: frames } },
  ),
  leaderboard("vpct", "vpct", "Correct", "https://cbrower.dev/vpct"),
  leaderboard(
    "webdev_arena",
    "webdev-arena",
    "Arena Score",
    "https://lmarena.ai/leaderboard/webdev",
    { scale: "plain", link: "Source link (site from table)", date: "Last updated" },
  ),
  leaderboard("weirdml", "weirdml", "Accuracy", "https://htihle.github.io/weirdml.html"),
];
