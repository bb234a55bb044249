/** item ; lab ; model ; its file in `data/models/`. Sorted, frozen; a test compares them with the catalogue. */
export const RELEASES = `
2023-09-release-mistral-7b ; Mistral AI ; Mistral 7B ; mistral/mistral-7b
2023-11-release-gpt-4-turbo ; OpenAI ; GPT-4 Turbo ; openai/gpt-4-turbo
2023-12-release-mixtral-8x7b ; Mistral AI ; Mixtral 8x7B ; mistral/mixtral-8x7b
2024-01-release-text-embedding-3-large ; OpenAI ; text-embedding-3-large ; openai/text-embedding-3-large
2024-02-release-mistral-large ; Mistral AI ; Mistral Large ; mistral/mistral-large
2024-03-release-claude-3-opus ; Anthropic ; Claude 3 Opus ; anthropic/claude-3-opus
2024-04-release-llama-3-70b-instruct ; Meta ; Llama 3 70B Instruct ; meta/llama-3-70b-instruct
2024-05-release-gpt-4o ; OpenAI ; GPT-4o ; openai/gpt-4o
2024-06-release-claude-3-5-sonnet ; Anthropic ; Claude 3.5 Sonnet ; anthropic/claude-3-5-sonnet
2024-07-release-llama-3-1-405b-instruct ; Meta ; Llama 3.1 405B Instruct ; meta/llama-3-1-405b-instruct
2024-08-release-phi-3-5-moe-instruct ; Microsoft ; Phi-3.5-MoE-instruct ; microsoft/phi-3-5-moe-instruct
2024-09-release-qwen2-5-72b-instruct ; Alibaba ; Qwen2.5 72B Instruct ; alibaba/qwen2-5-72b-instruct
2024-10-release-c4ai-aya-expanse-32b ; Cohere ; Aya Expanse 32B ; cohere/c4ai-aya-expanse-32b
2024-12-release-llama-3-3-70b-instruct ; Meta ; Llama 3.3 70B Instruct ; meta/llama-3-3-70b-instruct
2025-01-release-deepseek-r1 ; DeepSeek ; DeepSeek-R1 ; deepseek/deepseek-r1
2025-02-release-claude-3-7-sonnet ; Anthropic ; Claude 3.7 Sonnet ; anthropic/claude-3-7-sonnet
2025-03-release-gemma-3-27b-it ; Google ; Gemma 3 27B ; google/gemma-3-27b-it
2025-04-release-gpt-4-1 ; OpenAI ; GPT-4.1 ; openai/gpt-4-1
2025-05-release-claude-opus-4 ; Anthropic ; Claude Opus 4 ; anthropic/claude-opus-4
2025-06-release-minimax-m1 ; MiniMax ; MiniMax-M1 ; minimax/minimax-m1
2025-07-release-grok-4 ; xAI ; Grok 4 ; xai/grok-4
2025-08-release-gpt-5 ; OpenAI ; GPT-5 ; openai/gpt-5
2025-09-release-grok-4-fast ; xAI ; Grok 4 Fast ; xai/grok-4-fast
2025-10-release-claude-haiku-4-5 ; Anthropic ; Claude Haiku 4.5 ; anthropic/claude-haiku-4-5
2025-10-release-minimax-m2 ; MiniMax ; MiniMax-M2 ; minimax/minimax-m2
2025-11-release-claude-opus-4-5 ; Anthropic ; Claude Opus 4.5 ; anthropic/claude-opus-4-5
2025-11-release-gemini-3-pro ; Google ; Gemini 3 Pro ; google/gemini-3-pro
2025-12-release-gemini-3-flash ; Google ; Gemini 3 Flash ; google/gemini-3-flash
2025-12-release-gpt-5-2 ; OpenAI ; GPT-5.2 ; openai/gpt-5-2
2026-01-release-glm-4-7-flash ; Zhipu AI ; GLM-4.7-Flash ; zhipuai/glm-4-7-flash
2026-01-release-kimi-k2-5 ; Moonshot AI ; Kimi K2.5 ; moonshotai/kimi-k2-5
2026-01-release-solar-pro-3 ; Upstage ; Solar Pro 3 ; upstage/solar-pro-3
2026-02-release-claude-opus-4-6 ; Anthropic ; Claude Opus 4.6 ; anthropic/claude-opus-4-6
2026-02-release-glm-5 ; Zhipu AI ; GLM-5 ; zhipuai/glm-5
2026-03-release-gpt-5-4 ; OpenAI ; GPT-5.4 ; openai/gpt-5-4
2026-03-release-minimax-m2-7 ; MiniMax ; MiniMax-M2.7 ; minimax/minimax-m2-7
2026-03-release-mistral-small-4 ; Mistral AI ; Mistral Small 4 ; mistral/mistral-small-4
2026-04-release-claude-opus-4-7 ; Anthropic ; Claude Opus 4.7 ; anthropic/claude-opus-4-7
2026-04-release-deepseek-v4-pro ; DeepSeek ; DeepSeek V4 Pro ; deepseek/deepseek-v4-pro
2026-04-release-gpt-5-5 ; OpenAI ; GPT-5.5 ; openai/gpt-5-5
2026-04-release-grok-4-3 ; xAI ; Grok 4.3 ; xai/grok-4-3
2026-04-release-kimi-k2-6 ; Moonshot AI ; Kimi K2.6 ; moonshotai/kimi-k2-6
2026-05-release-claude-opus-4-8 ; Anthropic ; Claude Opus 4.8 ; anthropic/claude-opus-4-8
2026-05-release-command-a-plus ; Cohere ; Command A Plus ; cohere/command-a-plus
2026-05-release-gemini-3-5-flash ; Google ; Gemini 3.5 Flash ; google/gemini-3-5-flash
2026-05-release-qwen3-7-max ; Alibaba ; Qwen3.7 Max ; alibaba/qwen3-7-max
2026-05-release-ring-2-6-1t ; InclusionAI ; Ring-2.6-1T ; inclusionai/ring-2-6-1t
2026-05-release-step-3-7-flash ; StepFun ; Step 3.7 Flash ; stepfun/step-3-7-flash
2026-06-release-claude-fable-5 ; Anthropic ; Claude Fable 5 ; anthropic/claude-fable-5
2026-06-release-fugu-ultra ; Sakana AI ; Fugu Ultra ; sakana/fugu-ultra
2026-06-release-glm-5-2 ; Zhipu AI ; GLM-5.2 ; zhipuai/glm-5-2
2026-06-release-kimi-k2-7-code ; Moonshot AI ; Kimi K2.7 Code ; moonshotai/kimi-k2-7-code
2026-06-release-nemotron-3-ultra-550b-a55b ; NVIDIA ; Nemotron 3 Ultra 550B A55B ; nvidia/nemotron-3-ultra-550b-a55b
2026-06-release-north-mini-code-1-0 ; Cohere ; North Mini Code ; cohere/north-mini-code-1-0
`;
