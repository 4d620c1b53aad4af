// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_table.h"

#include "ui/explain/step_texts.h"

#include <array>

namespace gf {

namespace {

/// A step's kind or an operation's name, and its formula; lines are separated by \n. The notation
/// is that of Formula, the symbols are those of the papers.
struct Row {
    const char* name;
    const char* formula;
};

constexpr std::array table{
    // Kinds of steps. "attn." stands for self- and cross-attention.
    Row{"tokens.embedded", R"(\r{x}_t = \sqrt{D} · \r{E}_{\text{id}(t)})"},
    Row{"tokens.input", R"(\r{x} = \text{embedding} + \text{position})"},
    Row{"attn.q", R"(\q{q} = \r{x}·\q{W}_Q)"},
    Row{"attn.k", R"(\k{k} = \r{x}·\k{W}_K)"},
    Row{"attn.v", R"(\v{v} = \r{x}·\v{W}_V)"},
    Row{"attn.scores", R"(\a{\text{scores}} = \q{q}·\k{k}^T)"},
    Row{"attn.scaled", R"(\a{\text{scaled}} = \frac{\q{q}·\k{k}^T}{\sqrt{K}})"},
    Row{"attn.masked", "\\a{\\text{masked}}_{ij} = \\a{\\text{scaled}}_{ij} + m_{ij}\n"
                       "m_{ij} = 0 \\text{ (seen) or } −∞ \\text{ (hidden)}"},
    Row{"attn.weights",
        R"(\a{\text{weights}} = \text{softmax}(\frac{\q{q}·\k{k}^T}{\sqrt{K}} + m))"},
    Row{"attn.heads", R"(\a{\text{heads}} = \a{\text{weights}}·\v{v})"},
    Row{"attn.concat", R"(\a{\text{concat}} = [\a{\text{head}}_1 | … | \a{\text{head}}_H])"},
    Row{"attn.output", R"(\a{\text{output}} = \a{\text{concat}}·\a{W}_O)"},
    Row{"residual", R"(\r{x} ← \r{x} + \text{sublayer}(\r{x}))"},
    Row{"ffn.pre_activation", R"(\r{x}·\f{W}_1 + \f{b}_1)"},
    Row{"ffn.output", R"(\f{\text{hidden}}·\f{W}_2 + \f{b}_2)"},
    Row{"logits", R"(z = \r{x}·W + b)"},
    Row{"probabilities", R"(p_v = \frac{e^{z_v}}{\text{Σ}_u e^{z_u}})"},
    Row{"token_loss", R"(l_t = −\text{ln} p_t[\text{label}_t])"},

    // Operations.
    Row{"identity", R"(y = x)"},
    Row{"add", R"(y = \text{Σ}_i x_i)"},
    Row{"batch_sum", R"(y = \text{Σ}_b x_b)"},
    Row{"intervene", R"(y = x \text{, where nothing was changed})"},
    Row{"embedding", R"(\r{x}_t = c · \r{E}_{\text{id}(t)})"},
    Row{"embedding_gradient", R"(∂E_v = c · \text{Σ}_{t: \text{id}(t) = v} ∂x_t)"},
    Row{"sinusoidal_position", "\\r{P}_{p,2i} = \\text{sin}(p / 10000^{2i/D})\n"
                               "\\r{P}_{p,2i+1} = \\text{cos}(p / 10000^{2i/D})"},
    Row{"learned_position", R"(y_t = \r{P}_t)"},
    Row{"learned_position_gradient", R"(∂P_t = ∂y_t)"},
    Row{"dropout", R"(y = \frac{x ⊙ \text{keep}}{1 − r})"},
    Row{"linear", R"(y = x·W + b)"},
    Row{"linear_input_gradient", R"(∂x = ∂y·W^T)"},
    Row{"linear_weight_gradient", R"(∂W = \text{Σ}_b x^T·∂y)"},
    Row{"column_sum", R"(∂b = \text{Σ}_t ∂y_t)"},
    Row{"matmul", R"(y_h = a_h·b_h)"},
    Row{"scale", R"(y = c·x)"},
    Row{"mask", R"(y_{ij} = x_{ij} \text{ or } −∞)"},
    Row{"softmax", R"(y_j = \frac{e^{x_j}}{\text{Σ}_k e^{x_k}})"},
    Row{"softmax_gradient", R"(∂x_j = y_j·(∂y_j − \text{Σ}_k y_k·∂y_k))"},
    Row{"join_heads", R"(y_{t,hK+k} = x_{h,t,k})"},
    Row{"split_heads", R"(y_{h,t,k} = x_{t,hK+k})"},
    Row{"layer_norm", R"(y = g ⊙ \frac{\r{x} − μ}{\sqrt{σ^2 + ε}} + b)"},
    Row{"layer_norm_input_gradient",
        "∂x = \\frac{u − \\text{mean} u − x̂·\\text{mean}(u ⊙ x̂)}{\\sqrt{σ^2 + ε}}\n"
        "u = g ⊙ ∂y"},
    Row{"layer_norm_gain_gradient", R"(∂g = \text{Σ}_t ∂y_t ⊙ x̂_t)"},
    Row{"relu", R"(y = \text{max}(0, x))"},
    Row{"relu_gradient", R"(∂x = ∂y \text{ where } x > 0)"},
    Row{"gelu", R"(y = x·\text{Φ}(x))"},
    Row{"gelu_gradient", R"(∂x = ∂y·(\text{Φ}(x) + x·\text{φ}(x)))"},
    Row{"count_tokens", R"(n = |{\text{id}_t ≠ \text{pad}}|)"},
    Row{"cross_entropy", R"(l_t = \text{ln Σ}_v e^{z_{tv}} − z_{t,\text{label}})"},
    Row{"cross_entropy_gradient", R"(∂z = (p − \text{onehot}(\text{label}))·∂l)"},
    Row{"mean_tokens", R"(L = \frac{1}{n}\text{Σ}_t l_t)"},
    Row{"mean_tokens_gradient", R"(∂l_t = \frac{∂L}{n})"},
    Row{"gradient_norm", R"(‖g‖ = \sqrt{\text{Σ} g^2})"},
    Row{"clip_factor", R"(c = \text{min}(1, \frac{\text{limit}}{‖g‖}))"},
    Row{"clip_gradient", R"(g ← c·g)"},
    Row{"decay_gradient", R"(g ← g + λ·p)"},
    Row{"adam_moment1", R"(m ← β_1·m + (1 − β_1)·g)"},
    Row{"adam_moment2", R"(v ← β_2·v + (1 − β_2)·g^2)"},
    Row{"adam_update", "Δ = −η·\\frac{m̂}{\\sqrt{v̂} + ε}\n"
                       "m̂ = \\frac{m}{1 − β_1^t},  v̂ = \\frac{v}{1 − β_2^t}"},
    Row{"momentum", R"(b ← μ·b + g)"},
    Row{"sgd_update", R"(Δ = −η·g)"},
    Row{"apply", R"(p ← p + Δ)"},
};

} // namespace

QStringList formulaNamed(const QString& name) {
    for (const Row& row : table)
        if (name == QLatin1String(row.name))
            return QString::fromUtf8(row.formula).split(QLatin1Char('\n'));
    return {};
}

QStringList formulaFor(const QString& kind, const QString& op, bool gradient) {
    if (!gradient) {
        if (const QStringList found = formulaNamed(generalKind(kind)); !found.isEmpty())
            return found;
    }
    return formulaNamed(op);
}

} // namespace gf
