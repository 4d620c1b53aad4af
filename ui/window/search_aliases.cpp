// SPDX-License-Identifier: GPL-3.0-or-later
// The other names of the search field, in both languages: who looks for something in German may
// know it by its English name, and the other way round.
#include "ui/window/search.h"

namespace gf {

namespace {

QStringList words(const char* list) {
    return QString::fromUtf8(list).split(QStringLiteral("; "));
}

SearchAlias steps(const char* list, const char* found) {
    return {words(list), QString::fromUtf8(found), Command::Search, nullptr};
}

SearchAlias walk(const char* list, const char* found, const char* name) {
    return {words(list), QString::fromUtf8(found), Command::Search, name};
}

SearchAlias command(const char* list, Command command) {
    return {words(list), {}, command, nullptr};
}

SearchAlias lab(const char* list, const char* name) {
    return {words(list), {}, Command::Search, nullptr, name};
}

} // namespace

std::vector<SearchAlias> searchAliases() {
    using enum Command;
    return {
        steps("softmax; attention map; attention matrix; attention pattern; attention weights; "
              "heatmap; aufmerksamkeit; aufmerksamkeitsgewichte; aufmerksamkeitsmatrix; "
              "aufmerksamkeitskarte",
              "attn.weights"),
        steps("cross attention; encoder-decoder attention; alignment; kreuzaufmerksamkeit; "
              "ausrichtung",
              "cross_attn.weights"),
        // Of recurrent models.
        steps("alignment; alignments; attention weights; ausrichtung; aufmerksamkeitsgewichte",
              "attention.weights"),
        steps("context vector; context; kontextvektor; kontext", "attention.context"),
        steps("hidden state; hidden states; verborgener zustand; zustand; zustände", "states"),
        steps("query; queries; anfrage; anfragen", "attn.q"),
        steps("key; keys; schlüssel", "attn.k"),
        steps("value; values; wert; werte", "attn.v"),
        steps("query weights; query matrix; query projection; anfragegewichte; anfragematrix",
              "attn.w_q"),
        steps("key weights; key matrix; key projection; schlüsselgewichte; schlüsselmatrix",
              "attn.w_k"),
        steps("value weights; value matrix; value projection; wertegewichte; wertematrix",
              "attn.w_v"),
        steps("dot product; qkᵀ; qk^t; similarity; energy; skalarprodukt; ähnlichkeit; "
              "punktzahl",
              "attn.scores"),
        steps("complexity; quadratic; o(n²); o(n^2); cost; komplexität; aufwand; quadratisch",
              "attn.scores"),
        steps("dictionary; soft dictionary; wörterbuch; weiches wörterbuch", "attn.heads"),
        steps("√k; sqrt; square root; scaling; wurzel; skalierung; skalierte", "attn.scaled"),
        steps("mask; masking; padding mask; maske; maskierung; füllmaske", "attn.masked"),
        // What reads in order: encoders and cross-attention hide padding alone.
        steps("causal; causal mask; look-ahead; lookahead; kausal; kausale maske",
              "decoder self_attn.masked"),
        steps("weighted sum; context vector; weighted average; gewichtete summe; "
              "kontextvektor",
              "attn.heads"),
        steps("concatenation; concatenate; verkettung; aneinanderhängen", "attn.concat"),
        steps("output projection; w_o; ausgabeprojektion", "attn.output"),
        steps("mlp; feed forward; feedforward; feed-forward; fully connected; dense; "
              "perceptron; vorwärtsnetz; perzeptron",
              "ffn.output"),
        steps("neuron; neurons; hidden unit; hidden layer; activation; relu; gelu; neuronen; "
              "verdeckte; versteckte schicht; aktivierung",
              "ffn.hidden"),
        steps("layer norm; layernorm; layer normalization; normalization; normalisation; "
              "schichtnormierung; normierung; normalisierung",
              "norm"),
        steps("residual; residual connection; residual stream; skip connection; shortcut; "
              "add & norm; restverbindung; residualverbindung; residualstrom; sprungverbindung",
              "residual"),
        steps("embedding; embeddings; word vector; word embedding; lookup; einbettung; "
              "wortvektor",
              "embedded"),
        steps("positional encoding; position embedding; sinusoid; sine; positionskodierung; "
              "positionscodierung; sinus",
              "position"),
        steps("logits; unembedding; lm head; output layer; rohwerte; ausgabeschicht", "logits"),
        steps("probability; probabilities; prediction; next token; wahrscheinlichkeit; "
              "wahrscheinlichkeiten; vorhersage; nächstes token",
              "probabilities"),
        steps("perplexity; cross entropy; cross-entropy; negative log likelihood; nll; error; "
              "perplexität; kreuzentropie; fehler; verlust; loss",
              "loss"),
        walk("adam; adamw; sgd; optimizer; optimiser; update; weight update; gradient descent; "
             "momentum; learning rate; optimierer; gradientenabstieg; aktualisierung; lernrate",
             "update", QT_TR_NOOP("The optimizer’s update")),
        walk("dropout", "dropout", QT_TR_NOOP("Dropout, where the model has it")),
        lab("direct logit attribution; logit attribution; dla; contributions; beiträge; "
            "logit-zerlegung; beitrag",
            "attribution"),
        lab("saliency; integrated gradients; input gradients; gradient × input; heat map; "
            "feature importance; explainability; salienz; integrierte gradienten; wichtigkeit; "
            "erklärbarkeit",
            "saliency"),
        lab("pca; principal components; t-sne; tsne; umap; scatter; embedding space; cluster; "
            "hauptkomponenten; hauptkomponentenanalyse; punktwolke",
            "projection"),
        lab("neuron; neurons; max activating examples; activation dataset examples; "
            "mlp neuron; neuronen; verborgene einheit",
            "unit"),
        lab("frequencies; spectrum; dft; fft; grokking; modular addition; frequenzen; spektrum; "
            "uhr",
            "fourier"),
        lab("key-value cache; kv cache; gpu memory; ram; optimizer memory; activation memory; "
            "speicher; speicherbedarf; arbeitsspeicher",
            "cost"),
        command("backpropagation; backprop; backward; rückwärts; ableitung", Gradients),
        command("full screen; fullscreen; projector; slideshow; remote; black screen; laser "
                "pointer; vollbild; beamer; projektor; fernbedienung; schwarzer bildschirm; "
                "laserpointer",
                Present),
        command("text size; font size; larger text; larger letters; textgröße; schriftgröße; "
                "größere schrift",
                LargerText),
        command("text size; font size; smaller text; textgröße; schriftgröße; kleinere schrift",
                SmallerText),
        command("theme; appearance; colours; colors; farbschema; erscheinungsbild; farben",
                ThemeSystem),
        command("theme; appearance; colours; colors; farbschema; erscheinungsbild; farben",
                ThemeLight),
        command("theme; appearance; colours; colors; farbschema; erscheinungsbild; farben",
                ThemeDark),
        command("theme; appearance; colours; colors; contrast; farbschema; erscheinungsbild; "
                "farben; kontrast",
                HighContrast),
        command("padding mask; keep-mask; attention mask; padded batch; own sentences; "
                "padding-maske; maske; eigene sätze; stapel; batch auffüllen",
                OwnBatch),
        command("fine-tune; fine-tuning; finetune; transfer learning; own text; weitertrainieren; "
                "feinabstimmung; eigener text",
                TrainOnText),
        command("pairs; own data; own text; own file; dictionary; word list; import; paare; "
                "wortpaare; eigene daten; eigener text; eigene datei; wörterbuch; wortliste",
                OpenModel),
        command("dark mode; night; dunkler modus; nacht", ThemeDark),
        command("light mode; heller modus", ThemeLight),
        command("sprache; language; deutsch; german", LanguageGerman),
        command("englisch; english; language; sprache", LanguageEnglish),
        command("ablation; intervention; mute head; kopf stummschalten; eingriff", Change),
        command("beam search; greedy; sampling; temperature; top-k; top-p; decoding; strahlsuche; "
                "temperatur; stichprobe",
                Generate),
        command("time machine; checkpoint; history; zeitmaschine; verlauf", TimeMemory),
        command("replay; movie; animation; film; abspielen", Replay),
        command("hotkeys; key bindings; tastenkürzel; kurzbefehle", Shortcuts),
        command("tutorial; introduction; manual; anleitung; einführung; handbuch", Help),
        command("figure; svg; pdf; png; csv; npy; save image; bild speichern; abbildung",
                ExportMatrix),
        command("learning curve; loss curve; curves; diagram; accuracy; gradient norm; lernkurve; "
                "verlustkurve; kurven; diagramm; genauigkeit; gradientennorm",
                Charts),
        command("learning curve; loss curve; lernkurve; verlustkurve", ExportLoss),
        command("html; browser; interactive figure; webseite; interaktive abbildung", ExportPage),
        command("html; browser; handout; webseite; handreichung", ExportWalk),
        command("exercise; exercises; assignment; students write; numpy; pytorch; hausaufgabe; "
                "hausaufgaben; übung; übungen; aufgabenblatt",
                Homework),
        command("hyperparameter; configuration; architecture; konfiguration; architektur",
                NewModel),
        command("twin; ablation study; versus; three mechanisms; zwilling; vergleich; "
                "drei mechanismen",
                Compare),
        command("alignments; alignment; ausrichtungen; ausrichtung; luong; bahdanau", Alignments),
        command("verify; backend; backends; gpu; eigen; check; überprüfen; prüfen; "
                "nachrechnen",
                Verify),
    };
}

} // namespace gf
