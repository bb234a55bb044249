/**
 * What this service promises, one sentence each. Every requirement is cited by a test (`verifies`); the gate
 * in `citations.test.ts` fails when one is not. Numbers follow the project's interface contract.
 */
export const SERVICE_REQUIREMENTS = {
  // Conventions
  "2.1":
    "JSON answers are UTF-8 on one line, their fields in the documented order, numbers without float noise, dates as YYYY-MM-DD.",
  "2.2":
    "What is unknown is null: never a missing field, an empty text or a zero; zero means free.",
  "2.3": "Every slug is lower-case letters and digits in groups joined by single dashes.",
  "2.4":
    "GET and HEAD are answered everywhere, OPTIONS for scripts of other sites, any other method with 405 and Allow.",
  "2.5":
    "Successes carry the documented Cache-Control, 404 may be kept for a minute, other errors not at all; every 200 has an ETag and honours If-None-Match with 304.",
  "2.6":
    "Unknown parameters are ignored, of a repeated one the last counts, an empty one is absent, an escaped comma is a comma.",
  "2.7": "Every answer validates against the published OpenAPI document and its schemas.",
  "2.8": "Two builds from the same facts give the same bytes; a build rewrites only what changed.",
  "2.9":
    "An answer is the same bytes whether a file or the function gives it, in both matching modes of the CDN.",
  // Address
  "1-base":
    "Answers name BASE_URL, else the platform's URL, else base_url of service.json, else the local server.",
  // Envelope
  "3": "Every JSON answer but the plain price history and errors begins with source, url, as_of, license, attribution, cite.",
  "3-url":
    "url is the canonical absolute address: the path and only the parameters that differ from their defaults, sorted by name; asking it gives the same answer.",
  "3-as-of":
    "as_of is the newest day on which a fact of the answer was recorded, null when it holds none.",
  "3-license":
    "license is CC BY 4.0, and for benchmark scores says that they keep the licence of their source.",
  "3-cite":
    "attribution asks for a visible link to url; cite names service, year, title, url and as-of date.",
  // Resources
  "4.1": "A model entry has the documented fields in their order.",
  "4.1-pricing":
    "pricing is the list price, else the cheapest paid offer, else null, and basis says which.",
  "4.1-avg-score":
    "avg_score is the mean over one common set of benchmarks, measured where taken and expected where not, with two decimals; null with fewer than four measured or two measured by others than the maker; avg_score_basis says how much was measured.",
  "4.1-scores":
    "scores holds one number per benchmark, one of the model's own results, never a mean: of the default configuration, else not the maker's own, else the best.",
  "4.1-traits":
    "What nobody says of a model, or the sources are split on, is null; the maximum output is never above the context window.",
  "4.1-release-date":
    "release_date_basis says whether the day is stated, lies after the first price, or is that on which the model was first seen, which orders by date then take.",
  "4.2": "A model detail has the documented fields in their order.",
  "4.2-service-score":
    "service_score is null, or the model's ability from 0 to 100 with its rank and a 90 % interval, fitted over at least four benchmarks, two of them not reported by the maker; it is the same everywhere, and lists can be sorted by it.",
  "4.2-status":
    "status says whether a model can be bought; replacement names what its lab offers in its place.",
  "4.2-list-price":
    "list_price is the price at one of the lab's own hosts with currency, unit, date and source, or null.",
  "4.2-providers":
    "providers has one row per host, paid ones by blended price, then free and unknown, then by slug, the host's other ids as variants.",
  "4.2-cheapest":
    "cheapest_provider is the lowest blended price of the standard tier, paid per token and not doubted, at a lab, cloud or inference host, or at a router where nobody else sells the model; a tie goes to the lab, then to clouds; or null.",
  "4.2-trust":
    "Every offer says how it is billed, its service tier, what its host is and how far its price is to be trusted; a subscription is never free.",
  "4.2-scores": "scores lists every result with its benchmark and source, by category and slug.",
  "4.2-links": "links holds absolute addresses, null where unknown; those to this service answer.",
  "4.3":
    "A benchmark has the documented fields, at most ten top models, what others measured before what makers report, and stands by category and slug.",
  "4.4":
    "A comparison keeps the order asked and lists the benchmarks that one of the models took, most shared first, each with its leader.",
  "4.5":
    "A price-history row has the documented fields; rows run from the oldest, one per recorded change, none repeats the row before.",
  "4.5-open":
    "The series of a model at a host is open exactly when the host sells it, and ends with its present price; the default series of a model with a list price ends with that.",
  "4.5-series":
    "The default series is the list price, else that of the host with the longest record; provider gives one host's or all.",
  "4.5-headers":
    "The plain array carries its envelope in X-Data-* headers and Link, and `envelope=1` puts it into the body.",
  "4.6":
    "A test that was not run is listed all the same: headline null, no results, as_of null, status not_run.",
  "4.6-results":
    "A test that was run has a headline, results with the documented fields, the best first, and an interval beside every score; a part that asks no model gives no score and says partial.",
  "4.6-recompute":
    "Every published score, grade, rank and price follows from the lab dataset and the API's other answers.",
  "4.6-measured":
    "tokenizer-tax is counted with six tokenizers or more in twelve languages or more; the price part of same-model-different-host holds 200 models or more sold by three hosts or more.",
  "4.6-pictures":
    "What was measured is drawn too: files under stable addresses that the test's answer names.",
  "9-items":
    "Every test publishes its frozen items, whether it was run or not: at least 12 prompts in 5 languages, a passage in 12 languages, events of every month, 30 exact answers, 40 sensitive questions with neutral twins, 30 mixed items, 1,800 cells with their key.",
  "9-methodology":
    "Every test tells in a few hundred words what it asks, how it is scored and what it cannot tell, in its answer and on a page.",
  "4.6-gecko-tests": "A model's gecko_tests are its results, with grade, score and day, or null.",
  "4.6-lab":
    "A lab dataset has test, license, attribution, items and runs after the envelope, and records that were counted or read.",
  "4.6-scorecard": "The scorecard has rows, the scale of grades and the tests it is made of.",
  "4.7":
    "A finding has the documented fields, a stable id and a known kind; findings stand newest first and are never empty.",
  "4.8": "A search item has type, slug, name, summary, url and score; meta counts matches by type.",
  // Endpoints
  E1: "GET /api/v1/models lists models with data and meta.",
  E2: "GET /api/v1/models/{slug} gives one model; an alias gives the canonical model and a canonical Link.",
  E3: "GET /api/v1/compare?models= compares two to six models.",
  E4: "GET /api/v1/benchmarks lists benchmarks; category takes one value, an unknown one gives an empty list.",
  E5: "GET /api/v1/price-history/{slug} gives a model's recorded prices.",
  E6: "GET /api/v1/own-tests lists the operator's tests, the scorecard's top line and findings.",
  E7: "GET /api/v1/own-tests/{test} gives each of the eight tests.",
  E8: "GET /api/lab/{test} gives each of the six lab datasets.",
  E9: "GET /api/v1/findings gives ten findings, or as many as limit says, at most fifty.",
  E10: "GET /api/scorecard gives the scorecard.",
  E11: "GET /api/spotlight gives the newest finding.",
  E12: "GET /api/v1/export/{dataset} gives each dataset as text/csv.",
  E13: "GET /api/v1/search finds things of every type; twenty by default, at most fifty.",
  "E-cheapest":
    "GET /api/v1/models/{slug}/cheapest gives the cheapest provider beside the list price, and every other host with the reason it was passed over.",
  "E-compare-pair":
    "GET /api/v1/compare/{a}/{b} gives the body of the query form but for its address; pairs of the fifty top models are files.",
  "E-providers":
    "GET /api/v1/providers lists labs and hosts, /api/v1/providers/{slug} one with its models and offers.",
  "E-names":
    "A provider, a benchmark and a term are found by what upstreams and people call them, with a link to the canonical address.",
  "E-changes":
    "GET /api/v1/changes?since=&type=&provider= gives the changes recorded on a day or later, of one kind or one host, newest first, each with the day on which its model was first seen; meta.newest says how far the data reach.",
  "E-disputes":
    "GET /api/v1/disputes gives every present price on which sources differ by more than 5 %, each statement with its source and day, and which one is published.",
  "E-sources":
    "GET /api/v1/sources gives every upstream with licence, newest fact, rows and freshness.",
  "E-status":
    "GET /api/v1/status gives the as-of date of every dataset, counts, and the content hash of the snapshot.",
  "E-openapi":
    "GET /api/v1/openapi.json is an OpenAPI 3.1 document that describes every address and passes a linter.",
  "E-schema": "GET /api/v1/schema/{name}.json is a JSON Schema for each named part of the answers.",
  "E-manifest": "GET /api/v1/manifest.json gives sha256 and bytes of every published file.",
  "E-dump": "GET /api/v1/dump.json holds everything in one file.",
  // Rules of the endpoints
  "5.1":
    "sort orders by score, context window and release date from the top, by input price from the bottom; unknown last, ties by the number of hosts, then by slug; an unknown sort means the default, and meta.sort names the one used.",
  "5.2": "A limit above the maximum means the maximum; below one or not whole is refused.",
  "5.3":
    "A page past the end is empty with a true meta; below one or not whole is refused; without rows there are 0 pages.",
  "5.4": "An unknown provider gives an empty list; open_source filters with the value true only.",
  "5.5":
    "q ranks exact names, then beginnings, then words, then typing errors, and replaces the order unless sort is given.",
  "5.6":
    "compare takes two to six different slugs or aliases; an unknown one gives a 404 that names every unknown slug with near ones.",
  "5.7":
    "search refuses less than two characters and unknown types, forgives spelling, case and accents, and puts an exact name first.",
  "5.9":
    "An empty answer to a filter that names nothing known keeps its status and carries meta.hint with the nearest known value.",
  "5.8": "Every address under /api that does not exist gives a JSON 404.",
  // Errors
  "6.1":
    "Errors are problem details whose detail quotes the wrong value, cut at 100 characters, and says what to do next.",
  "6.2":
    "Each kind of error has its own status: 400, 404 with suggestions, 405, 413, 414; never 406.",
  "6.1-addresses": "Every address that an error, a hint or a refusal names answers 200.",
  "6.3": "No input gives a 5xx, hangs, or reaches the file system.",
  "6.2-mcp":
    "The tool server answers what is no call in the protocol's own words: JSON-RPC errors, 403, 405, 413, 415.",
  // Tool server
  "7.1":
    "POST /api/mcp serves the stateless 2026-07-28 protocol and clients with a handshake, and a bare call without one; GET and DELETE are 405, notifications 202; no answer stays open.",
  "7.2":
    "There are nine tools, read-only, each with title, description, described arguments, output schema and structured content that fits it.",
  "7.2-prices":
    "Where a tool gives a price it says in words and as fields who is paid how (by the token, by subscription, a reseller) and how sure the price is, with the reason where it is doubted.",
  "7.2-news":
    "Price moves asked for in words, of a lab, host or model, are answered by latest_findings and search with findings and with recorded changes.",
  "7.2-best":
    "best_at orders models by one benchmark, which the answer names: for a category the one that most models of the last year took.",
  "7.2-tasks":
    "Sixty questions as users ask them are each answered with the right fact in one call.",
  "7.3":
    "Every result ends with its source, errors too; search and fetch give one text item of JSON as the chat-assistant connector wants it.",
  "7.4":
    "No result has more than 5,000 tokens, the list no more than 3,000; what is cut says how much is left and how to get it.",
  "7.5":
    "A bad argument is a result that says what to send; a model goes by slug, alias or name, and an unknown one gets near names.",
  "7.5a":
    "Arguments are taken as models send them: numbers and booleans as texts, a list as one text with commas, a limit above the maximum as the maximum, 200k as a number, null and its words as absent, what is required under another name, a bare slug as an id; an argument that there is not is told.",
  "7.6": "The same server runs over stdio, with nothing but the protocol on standard output.",
  "7.7": "server.json is generated and fits the schema of the MCP registry.",
  "E-llms": "GET /llms.txt tells a language model what is here, and every address in it answers.",
  // Feeds
  "E-feeds":
    "Findings and price moves are feeds, Atom 1.0 and JSON Feed 1.1 with the same entries: at most fifty, newest first, with stable ids and no time but that of the facts.",
  "E-feeds-labs":
    "Feeds at /feeds/{lab}.xml and .json tell what happened to the models of a lab, nothing twice; only labs with an entry have one.",
  "E-feeds-models":
    "A feed at /feeds/models/{model}.xml tells the changes of a model, newest first; only models with a change have one.",
  "E-embeds":
    "GET /badge/{model}.svg is a picture of a model's price, /chart/{model}.svg of its steps where two are on record; they run and load nothing.",
  "E-api-catalog":
    "GET /.well-known/api-catalog is a link set (RFC 9727) to the description, the documentation and the status of the API and of the tool server; the start page and itself name it by Link.",
  "E-crawlers":
    "GET /robots.txt names /sitemap.xml, which lists every page for people by its absolute address; GET /favicon.ico is an icon.",
  "E-openapi-short": "GET /openapi.json redirects to the API description.",
  "E-markdown": "A page of text has a twin in Markdown at its address with .md, which it links to.",
  // Exports
  "8": "Exports are RFC 4180 with LF and a header row, quoted only where needed, empty for null, formulas defused; <dataset>.csv answers too; headers name file, source, day and licence; none holds a third-party score.",
  "8-parquet":
    "GET /api/v1/export/{dataset}.parquet gives the rows of the CSV in the same order with true types: dates, integers, doubles, booleans, null for unknown; a wrong name gets near ones.",
  "8-datapackage":
    "GET /datapackage.json is a Data Package (2.0) with every export in both formats, each with its columns, keys, bytes, sha256, licence, sources and day; every slug that a key names is a row of models, providers or benchmarks.",
  "8-price-history": "price-history has its documented columns, by date and model.",
  "4.8a": "A rate has its meter, unit and conditions; a card has each price of its offer once.",
  "4.2-source-url": "source_url is the page that shows the price or the source's entry for the id.",
  "8-rates": "rates has every rate of every offer with its meter, unit and conditions.",
  "8-provider-offers": "provider-offers has its documented columns, by model and input price.",
  "8-price-changes":
    "price-changes has its documented columns, details as a JSON object of its type, old and new prices in columns too, by date, type and model.",
  "8-company-facts":
    "company-facts has its documented columns and metrics, by company, metric and as_of.",
  "8-mindshare-daily":
    "mindshare-daily has its documented columns, by day, type and slug; share is of the trailing seven days.",
  "8-gpu-rental-daily": "gpu-rental-daily has its documented columns, by day and chip.",
  "8-world-map": "world-map has its documented columns, by model.",
  "8-models": "models has every model with its traits and its price, by slug.",
  "8-providers": "providers has every lab and every host, by slug.",
  "8-copies":
    "GET /api/v1/export/index.json lists every export, and the dated copies of past months that the build was given.",
  "8-benchmarks": "benchmarks has every benchmark without scores, by slug.",
  // The catalogue as a whole
  "D-counts": "The catalogue is as large as its sources: models, hosts, offers, scores, prices.",
  "D-provenance": "Every price, score and company fact names a listed source and an as-of date.",
  "D-prices":
    "Known price moves are recorded as they were, and no cache read costs more than fresh input.",
  "D-dates": "No model knows what came after its release.",
  "D-labs": "Fewer than 5 % of the models have no known lab.",
  "D-size": "The static set, pages included, stays below 15,000 files and 2,000 rules.",
  "D-faults":
    "Any fault in the facts stops the build with its file and line and leaves the published files alone.",
} as const;

export type RequirementId = keyof typeof SERVICE_REQUIREMENTS;
