-- Recorded data of our own tests. The generator computes the scores of the token counts with build/experiments.

-- One row per tokenizer and language, the counts of its sentences in their order.
CREATE TABLE catalog_token_counts AS
SELECT tokenizer, language, passage_version, run_date, package, package_version,
  list(tokens ORDER BY sentence) AS tokens, list(characters ORDER BY sentence) AS characters
FROM token_counts
GROUP BY ALL
ORDER BY tokenizer, language, run_date, passage_version;

CREATE TABLE catalog_model_tokenizers AS SELECT * FROM model_tokenizers ORDER BY model;

-- What models were asked and answered, with the scores that build/experiments gave.
CREATE TABLE catalog_own_test_runs AS
SELECT * EXCLUDE (source) FROM own_test_runs ORDER BY run_date, id;
