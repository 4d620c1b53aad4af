<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Glassformer</name>
    <message numerus="yes">
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>The loss of this batch of %n examples before the training step, and of the same batch with the weights that it makes</source>
        <translation><numerusform>The loss of this batch of one example before the training step, and of the same batch with the weights that it makes</numerusform><numerusform>The loss of this batch of %n examples before the training step, and of the same batch with the weights that it makes</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/batch/batch_window.cpp"/>
        <source>%1: %n tokens each, no padding</source>
        <translation><numerusform>%1: one token each, no padding</numerusform><numerusform>%1: %n tokens each, no padding</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%n key–value heads</source>
        <translation><numerusform>%n key–value head</numerusform><numerusform>%n key–value heads</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%n heads</source>
        <translation><numerusform>%n head</numerusform><numerusform>%n heads</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>warm-up of %n training steps</source>
        <translation><numerusform>warm-up of %n training step</numerusform><numerusform>warm-up of %n training steps</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>windows of %n tokens</source>
        <translation><numerusform>windows of %n token</numerusform><numerusform>windows of %n tokens</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%n runs from the same seed on the same batches. %1</source>
        <translation><numerusform>%n run from the same seed on the same batches. %1</numerusform><numerusform>%n runs from the same seed on the same batches. %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/verify_window.cpp"/>
        <source>%1 agrees with %2 in %n operations and gradients, within %3.</source>
        <translation><numerusform>%1 agrees with %2 in %n operation or gradient, within %3.</numerusform><numerusform>%1 agrees with %2 in %n operations and gradients, within %3.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/verify_window.cpp"/>
        <source>%1 differs from %2 in %n operations by more than %3, first in: %4</source>
        <translation><numerusform>%1 differs from %2 in %n operation by more than %3: %4</numerusform><numerusform>%1 differs from %2 in %n operations by more than %3, first in: %4</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/verify_window.cpp"/>
        <source>In %n places rounding puts the input of a ReLU on the other side of 0; the gradients are compared on the same side.</source>
        <translation><numerusform>In %n place rounding puts the input of a ReLU on the other side of 0; the gradients are compared on the same side.</numerusform><numerusform>In %n places rounding puts the input of a ReLU on the other side of 0; the gradients are compared on the same side.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source> · %n moments</source>
        <translation><numerusform> · %n moment</numerusform><numerusform> · %n moments</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/example/example_bar.cpp"/>
        <source>%1 of %n next tokens right</source>
        <translation><numerusform>%1 of %n next token right</numerusform><numerusform>%1 of %n next tokens right</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/example/example_bar.cpp"/>
        <source>%1 of %n next characters right</source>
        <translation><numerusform>%1 of %n next character right</numerusform><numerusform>%1 of %n next characters right</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>%n rows</source>
        <translation><numerusform>%n row</numerusform><numerusform>%n rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>%n columns</source>
        <translation><numerusform>%n column</numerusform><numerusform>%n columns</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/generation/generation_view.cpp"/>
        <source>the encoder once (M = %n tokens), the text again</source>
        <translation><numerusform>the encoder once (M = %n token), the text again</numerusform><numerusform>the encoder once (M = %n tokens), the text again</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Time steps of all layers for the first N = %n tokens:</source>
        <translation><numerusform>Time steps of all layers for the first token (N = %n):</numerusform><numerusform>Time steps of all layers for the first N = %n tokens:</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Dot products q·k in all heads for the first N = %n tokens:</source>
        <translation><numerusform>Dot products q·k in all heads for the first token (N = %n):</numerusform><numerusform>Dot products q·k in all heads for the first N = %n tokens:</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>… and %n with less</source>
        <translation><numerusform>… and %n with less</numerusform><numerusform>… and %n with less</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Of %1 heads, each alone, %n could go without the loss growing by a tenth.</source>
        <translation><numerusform>Of %1 heads, each alone, %n could go without the loss growing by a tenth.</numerusform><numerusform>Of %1 heads, each alone, %n could go without the loss growing by a tenth.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>… and %n more</source>
        <translation><numerusform>… and %n more</numerusform><numerusform>… and %n more</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/code_lab.cpp"/>
        <source>this line computes %n steps</source>
        <translation><numerusform>this line computes %n step</numerusform><numerusform>this line computes %n steps</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/code_lab.cpp"/>
        <source>runs %n times in a pass</source>
        <translation><numerusform>runs once in a pass</numerusform><numerusform>runs %n times in a pass</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%n moments</source>
        <translation><numerusform>%n moment</numerusform><numerusform>%n moments</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%n heads with keys of their own</source>
        <translation><numerusform>one head with keys of its own</numerusform><numerusform>%n heads with keys of their own</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>At %n tokens: what a step of training holds, by the buffers of the processor’s program. Activations are what the forward pass keeps for the backward pass, and what is used again on the way.</source>
        <translation><numerusform>At one token: what a step of training holds, by the buffers of the processor’s program. Activations are what the forward pass keeps for the backward pass, and what is used again on the way.</numerusform><numerusform>At %n tokens: what a step of training holds, by the buffers of the processor’s program. Activations are what the forward pass keeps for the backward pass, and what is used again on the way.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>Means over %n examples.</source>
        <translation><numerusform>Mean over %n example.</numerusform><numerusform>Means over %n examples.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>%1 of %n tokens have the word of the output before the last layer already.</source>
        <translation><numerusform>%1 of one token has the word of the output before the last layer already.</numerusform><numerusform>%1 of %n tokens have the word of the output before the last layer already.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>The mean loss of this example and of its first %n tokens, padded to one batch: %1 with −∞, %2 without a mask, and %3 of each alone.</source>
        <translation><numerusform>The mean loss of this example and of its first token, padded to one batch: %1 with −∞, %2 without a mask, and %3 of each alone.</numerusform><numerusform>The mean loss of this example and of its first %n tokens, padded to one batch: %1 with −∞, %2 without a mask, and %3 of each alone.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Put in at once: all %n cells of %1.</source>
        <translation><numerusform>Put in: the only cell of %1.</numerusform><numerusform>Put in at once: all %n cells of %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Put in at once: %n cells of %1.</source>
        <translation><numerusform>Put in: one cell of %1.</numerusform><numerusform>Put in at once: %n cells of %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/projection_lab.cpp"/>
        <source>%n rows along the two directions in which they differ most, which hold %1 and %2 % of their variance. Distances are at one scale; what else differs is not seen.</source>
        <translation><numerusform>One row; its two directions hold %1 and %2 % of the variance.</numerusform><numerusform>%n rows along the two directions in which they differ most, which hold %1 and %2 % of their variance. Distances are at one scale; what else differs is not seen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/projection_lab.cpp"/>
        <source>Lines: their way over %n remembered moments.</source>
        <translation><numerusform>Lines: their way over one remembered moment.</numerusform><numerusform>Lines: their way over %n remembered moments.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>Zero to the end: moved back, all %n operations give what they gave before, to rounding (%1 at most).</source>
        <translation><numerusform>Zero to the end: moved back, the one operation gives what it gave before, to rounding (%1 at most).</numerusform><numerusform>Zero to the end: moved back, all %n operations give what they gave before, to rounding (%1 at most).</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>The first operation that differs is “%1”; moved back, %n of %2 differ, by %3 at most.</source>
        <translation><numerusform>The first operation that differs is “%1”; moved back, one of %2 differs, by %3 at most.</numerusform><numerusform>The first operation that differs is “%1”; moved back, %n of %2 differ, by %3 at most.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>With %n of the values a run diverged (×).</source>
        <translation><numerusform>With %n of the values a run diverged (×).</numerusform><numerusform>With %n of the values a run diverged (×).</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>Unit %1 of %2 is above 0 at %3 % of the tokens of %n examples.</source>
        <translation><numerusform>Unit %1 of %2 is above 0 at %3 % of the tokens of one example.</numerusform><numerusform>Unit %1 of %2 is above 0 at %3 % of the tokens of %n examples.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n queries</source>
        <translation><numerusform>%n query</numerusform><numerusform>%n queries</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n keys</source>
        <translation><numerusform>%n key</numerusform><numerusform>%n keys</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n tokens</source>
        <translation><numerusform>%n token</numerusform><numerusform>%n tokens</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features</source>
        <translation><numerusform>%n feature</numerusform><numerusform>%n features</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features of each head</source>
        <translation><numerusform>%n feature of each head</numerusform><numerusform>%n features of each head</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features of each value</source>
        <translation><numerusform>%n feature of each value</numerusform><numerusform>%n features of each value</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n hidden units</source>
        <translation><numerusform>%n hidden unit</numerusform><numerusform>%n hidden units</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n words of the vocabulary</source>
        <translation><numerusform>%n word of the vocabulary</numerusform><numerusform>%n words of the vocabulary</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n positions</source>
        <translation><numerusform>%n position</numerusform><numerusform>%n positions</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n offsets</source>
        <translation><numerusform>%n offset</numerusform><numerusform>%n offsets</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n buckets</source>
        <translation><numerusform>%n bucket</numerusform><numerusform>%n buckets</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features of neighbours</source>
        <translation><numerusform>%n feature of neighbours</numerusform><numerusform>%n features of neighbours</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n numbers for all gates</source>
        <translation><numerusform>%n number for all gates</numerusform><numerusform>%n numbers for all gates</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n token types</source>
        <translation><numerusform>%n token type</numerusform><numerusform>%n token types</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n numbers in a row</source>
        <translation><numerusform>%n number in a row</numerusform><numerusform>%n numbers in a row</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n numbers</source>
        <translation><numerusform>%n number</numerusform><numerusform>%n numbers</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%1 of %n questions answered</source>
        <translation><numerusform>%1 of %n question answered</numerusform><numerusform>%1 of %n questions answered</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%n questions</source>
        <translation><numerusform>%n question</numerusform><numerusform>%n questions</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%n minutes · %1</source>
        <translation><numerusform>%n minute · %1</numerusform><numerusform>%n minutes · %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>%1, %n training steps</source>
        <translation><numerusform>%1, %n training step</numerusform><numerusform>%1, %n training steps</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>and %n more</source>
        <translation><numerusform>and %n more</numerusform><numerusform>and %n more</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>%n minutes</source>
        <translation><numerusform>%n minute</numerusform><numerusform>%n minutes</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>all %n heads</source>
        <translation><numerusform>%n head</numerusform><numerusform>all %n heads</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>%n characters</source>
        <translation><numerusform>%n character</numerusform><numerusform>%n characters</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>… %n merges more</source>
        <translation><numerusform>… %n merge more</numerusform><numerusform>… %n merges more</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>The first of %n merges, and how often</source>
        <translation><numerusform>The one merge, and how often</numerusform><numerusform>The first of %n merges, and how often</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/forecast.cpp"/>
        <source>%n points foretold; what they should be is not known.</source>
        <translation><numerusform>%n point foretold; what it should be is not known.</numerusform><numerusform>%n points foretold; what they should be is not known.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/forecast.cpp"/>
        <source>%n points foretold, mean squared error %1</source>
        <translation><numerusform>%n point foretold, mean squared error %1</numerusform><numerusform>%n points foretold, mean squared error %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>Averages over %n queries; %1.</source>
        <translation><numerusform>Values of %n query; %1.</numerusform><numerusform>Averages over %n queries; %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>d = %1: mean %2
from %3 to %4, %n pairs</source>
        <translation><numerusform>d = %1: mean %2
from %3 to %4, %n pair</numerusform><numerusform>d = %1: mean %2
from %3 to %4, %n pairs</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>%n features, from %1 to %2</source>
        <translation><numerusform>%n feature, from %1 to %2</numerusform><numerusform>%n features, from %1 to %2</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/steps/matrix.cpp"/>
        <source>%1 of %n rows nearly uniform</source>
        <translation><numerusform>%1 of %n row nearly uniform</numerusform><numerusform>%1 of %n rows nearly uniform</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/time/time_panel.cpp"/>
        <source>%L1 of %n moments in memory, %2</source>
        <translation><numerusform>%L1 of %n moment in memory, %2</numerusform><numerusform>%L1 of %n moments in memory, %2</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/time/time_panel.cpp"/>
        <source>%Ln moments · %1 of %2</source>
        <translation><numerusform>%Ln moment · %1 of %2</numerusform><numerusform>%Ln moments · %1 of %2</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/health_text.cpp"/>
        <source>The examples may be too few: %n are kept aside.</source>
        <translation><numerusform>The examples may be too few: %n is kept aside.</numerusform><numerusform>The examples may be too few: %n are kept aside.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/rate_field.cpp"/>
        <source>Learning rate: the peak of the schedule %1, after a warm-up of %n training steps; Return sets it, and the schedule stays</source>
        <translation><numerusform>Learning rate: the peak of the schedule %1, after a warm-up of %n training step; Return sets it, and the schedule stays</numerusform><numerusform>Learning rate: the peak of the schedule %1, after a warm-up of %n training steps; Return sets it, and the schedule stays</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/run_state_label.cpp"/>
        <source>The error is measured on %n examples that are kept aside and never trained on: %1.</source>
        <translation><numerusform>The error is measured on %n example that is kept aside and never trained on: %1.</numerusform><numerusform>The error is measured on %n examples that are kept aside and never trained on: %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/run_state_label.cpp"/>
        <source>The share of right answers is of %n examples that are kept aside and never trained on.</source>
        <translation><numerusform>The share of right answers is of %n example that is kept aside and never trained on.</numerusform><numerusform>The share of right answers is of %n examples that are kept aside and never trained on.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/whatif/what_if_strip.cpp"/>
        <source>What if, %n changes: %1</source>
        <translation><numerusform>What if, %n change: %1</numerusform><numerusform>What if, %n changes: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/figures.cpp"/>
        <source>%n layers</source>
        <translation><numerusform>%n layer</numerusform><numerusform>%n layers</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/run_control.cpp"/>
        <source>%n recovery copies cannot be read. They lie in %1.</source>
        <translation><numerusform>%n recovery copy cannot be read. It lies in %1.</numerusform><numerusform>%n recovery copies cannot be read. They lie in %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/run_control.cpp"/>
        <source>%Ln training steps are not saved.</source>
        <translation><numerusform>%Ln training step is not saved.</numerusform><numerusform>%Ln training steps are not saved.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/teacher_control.cpp"/>
        <source>%n figures were saved in %1.</source>
        <translation><numerusform>%n figure was saved in %1.</numerusform><numerusform>%n figures were saved in %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/teacher_control.cpp"/>
        <source>Cancelled; %n figures were saved.</source>
        <translation><numerusform>Cancelled; %n figure was saved.</numerusform><numerusform>Cancelled; %n figures were saved.</numerusform></translation>
    </message>
</context>
</TS>
